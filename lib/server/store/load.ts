import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine/run/events';
import { mapPayloads, referencesOf } from './event-payloads';
import { isoOf } from './instants';
import { type PayloadSource, payloadValues } from './payloads';

/** Events read at once: bounds memory while a long journal is sent or folded. */
export const PAGE_EVENTS = 2000;

/** One stored event as JSON text, ready to be sent. */
export interface EventLine {
  readonly seq: number;
  readonly type: string;
  readonly text: string;
}

/** Up to `limit` events after `after`, in order; large values stay references. */
export async function eventLines(
  sql: Sql,
  runId: string,
  after: number,
  limit = PAGE_EVENTS,
): Promise<EventLine[]> {
  const rows = await sql<{ seq: number; at: Date | string; type: string; body: string }[]>`
    select seq, at, type, body::text as body from run_events
    where run_id = ${runId} and seq > ${after}
    order by seq limit ${limit}`;
  // The body is a JSON object that always has a type: what is put in front of it needs no parsing.
  return rows.map(({ seq, at, type, body }) => ({
    seq,
    type,
    text: `{"seq":${seq},"at":"${isoOf(at)}",${body.slice(1)}`,
  }));
}

/** All events of a run with large values as references. */
export async function loadEvents(sql: Sql, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const lines = await eventLines(sql, runId, events.at(-1)?.seq ?? 0);
    events.push(...lines.map(parseEvent));
    if (lines.length < PAGE_EVENTS) return events;
  }
}

/** All events of a run with every value in place: what the runner folds. @throws Error when a payload is gone */
export async function loadWholeEvents(source: PayloadSource, runId: string): Promise<RunEvent[]> {
  const events = await loadEvents(source.sql, runId);
  const hashes = new Set(events.flatMap(referencesOf));
  const values = await payloadValues(source, [...hashes]);
  if (hashes.size === 0) return events;
  return events.map((event) =>
    mapPayloads(event, (payload) => {
      if (!('ref' in payload)) return payload;
      const value = values.get(payload.ref);
      if (value === undefined) throw new Error(`Payload ${payload.ref} of run ${runId} is not stored.`);
      return { value };
    }),
  );
}

/** An event from its line. Lines are only ever written from typed events, by the journal. */
function parseEvent(line: EventLine): RunEvent {
  return JSON.parse(line.text) as RunEvent;
}
