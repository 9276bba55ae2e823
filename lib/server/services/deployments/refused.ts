import { ActionError } from '@/engine';
import { REFUSALS } from '../../deployments/refusals';
import { Conflict, NotFound, Unprocessable } from '../errors';

const CONFLICTS: readonly (string | undefined)[] = [REFUSALS.taken, REFUSALS.deleting, REFUSALS.changed];

/** Converts a refusal of the registry to a service error. @throws NotFound @throws Conflict @throws Unprocessable */
export async function answering<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    const options = { cause: error };
    if (error.code === REFUSALS.unknown) throw new NotFound(error.message, options);
    if (CONFLICTS.includes(error.code)) throw new Conflict(error.message, options);
    throw new Unprocessable(error.message, options);
  }
}
