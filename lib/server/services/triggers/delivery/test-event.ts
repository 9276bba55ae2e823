import { bytesOf, isJsonObject, type Json, type JsonObject, MASK } from '@/engine';
import { shorten } from '../../../shorten';
import { type KeptCall, keepCall } from '../../../store/trigger-samples';
import type { TriggerRow } from '../../../store/triggers';
import type { ServiceContext } from '../../context';

/** Larger calls are shortened, in bytes of JSON. */
const MAX_BYTES = 64 * 1024;

/** Names of headers and query parameters whose values are credentials. */
const CREDENTIAL =
  /(?:^|[-_.])(?:authorization|(?:api-?|access-?)?key|token|secret|password|signature(?:-256)?|sig)$/i;

/**
 * Keeps a call as the test event of its webhook, if that listens for one.
 * @param payload the value of `trigger` for templates
 * @returns whether the call starts no run
 */
export async function keptAsTestEvent(
  ctx: ServiceContext,
  { id, listeningUntil }: TriggerRow,
  payload: JsonObject,
): Promise<boolean> {
  if (listeningUntil === null) return false;
  const kept = await keepCall(ctx.sql, id, testEventOf(payload));
  return kept !== undefined && !kept.startsRun;
}

/** A call within limits, without credentials. */
export function testEventOf(payload: JsonObject): KeptCall {
  const masked = { ...payload, headers: masking(payload.headers), query: masking(payload.query) };
  if (bytesOf(JSON.stringify(masked)) <= MAX_BYTES) return { payload: masked, shortened: false };
  return { payload: shorten(masked).value, shortened: true };
}

function masking(values: Json | undefined): JsonObject {
  if (!isJsonObject(values)) return {};
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, CREDENTIAL.test(name) ? MASK : value]),
  );
}
