import type { StoredPayload } from '../../store/event-payloads';
import { payloadInEvent, payloadOfRun } from '../../store/payloads';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/**
 * A large value of a run as JSON text, by its reference in an event or a snapshot.
 * @throws NotFound also when only other runs have it
 */
export async function runPayload(
  ctx: ServiceContext,
  input: { id: string; hash: string },
): Promise<StoredPayload> {
  const payload =
    (await payloadInEvent(ctx.sql, input.id, input.hash)) ?? (await payloadOfRun(ctx, input.id, input.hash));
  if (!payload) throw noSuchPayload(input);
  return payload;
}

/** The refusal for a hash to which the run does not refer. */
export function noSuchPayload({ id, hash }: { id: string; hash: string }): NotFound {
  return new NotFound(`The run ${id} has no value ${hash}. Check the hash in the events of the run.`);
}
