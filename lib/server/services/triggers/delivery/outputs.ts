import { type Json, type JsonObject, type Payload, payloadValue } from '@/engine';
import { eventLines, parseEvent } from '../../../store/event-lines';
import { payloadValues } from '../../../store/payloads';
import type { ServiceContext } from '../../context';

type Source = Pick<ServiceContext, 'sql' | 'blobs'>;

/**
 * The outputs of an ended run.
 * @throws Error when a large value is missing
 */
export async function outputsOf(
  source: Source,
  run: { readonly id: string; readonly lastSeq: number },
): Promise<JsonObject> {
  const [line] = await eventLines(source.sql, run.id, run.lastSeq - 1, 1);
  const end = line && parseEvent(line);
  return end && 'outputs' in end ? wholeOutputs(source, end.outputs) : {};
}

/**
 * Outputs with all values loaded.
 * @throws Error when a large one is missing
 */
export async function wholeOutputs(
  { sql, blobs }: Source,
  outputs: Readonly<Record<string, Payload>>,
): Promise<JsonObject> {
  const entries = Object.entries(outputs);
  const hashes = entries.flatMap(([, payload]) => ('ref' in payload ? [payload.ref] : []));
  const large = await payloadValues({ sql, blobs }, hashes);
  return Object.fromEntries(entries.map(([name, payload]) => [name, wholeValue(payload, large)]));
}

function wholeValue(payload: Payload, large: ReadonlyMap<string, Json>): Json {
  const known = 'ref' in payload ? large.get(payload.ref) : undefined;
  return known === undefined ? payloadValue(payload) : known;
}
