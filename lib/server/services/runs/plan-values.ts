import type { RunState } from '@/engine';
import { payloadValues } from '../../store/payloads';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';

/** Most values that one plan reads: a condition rarely reads more than one. */
const MAX_VALUES = 100;

/** Plans, and reads the large values that it needs, one after the other. @throws Conflict when one is gone */
export async function withValues<T>(ctx: ServiceContext, { loaded }: RunState, plan: () => T): Promise<T> {
  for (let read = 0; read < MAX_VALUES; read += 1) {
    try {
      return plan();
    } catch (error) {
      const ref = missingRef(error);
      if (ref === undefined) throw error;
      const value = (await payloadValues(ctx, [ref])).get(ref);
      if (value === undefined)
        throw new Conflict('A value of this run is missing in the storage. Re-run everything.', {
          cause: error,
        });
      loaded.set(ref, value);
    }
  }
  throw new Conflict('The conditions of this run read too many large values. Re-run everything.');
}

/** The reference of a value that was not loaded. */
function missingRef(error: unknown): string | undefined {
  return error instanceof Error &&
    error.name === 'NotLoaded' &&
    'ref' in error &&
    typeof error.ref === 'string'
    ? error.ref
    : undefined;
}
