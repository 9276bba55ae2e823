import { payloadValue } from '@/engine/index';
import type { Json, JsonObject } from '@/engine/json';
import type { Payload } from '@/engine/run/events';
import type { ServiceContext } from '../services/context';
import { eventLines, parseEvent } from '../store/event-lines';
import { payloadValues } from '../store/payloads';

/** What a run that has ended gave. @throws Error when a large value of it is gone */
export async function outputsOf(
  { sql, blobs }: Pick<ServiceContext, 'sql' | 'blobs'>,
  run: { readonly id: string; readonly lastSeq: number },
): Promise<JsonObject> {
  const [line] = await eventLines(sql, run.id, run.lastSeq - 1, 1);
  const end = line && parseEvent(line);
  const outputs = end && 'outputs' in end ? Object.entries(end.outputs) : [];
  const hashes = outputs.flatMap(([, payload]) => ('ref' in payload ? [payload.ref] : []));
  const large = await payloadValues({ sql, blobs }, hashes);
  return Object.fromEntries(outputs.map(([name, payload]) => [name, wholeValue(payload, large)]));
}

function wholeValue(payload: Payload, large: ReadonlyMap<string, Json>): Json {
  const known = 'ref' in payload ? large.get(payload.ref) : undefined;
  return known === undefined ? payloadValue(payload) : known;
}
