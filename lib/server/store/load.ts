import type { ISql } from 'postgres';
import type { RunEvent } from '@/engine';
import { eventLines, PAGE_EVENTS, parseEvent } from './event-lines';
import { mapPayloads, referencesOf } from './event-payloads';
import { missingValue } from './missing';
import { type PayloadSource, payloadValues } from './payloads';

/** All events of a run, with large values as references. */
export async function loadEvents(sql: ISql, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const lines = await eventLines(sql, runId, events.at(-1)?.seq ?? 0);
    events.push(...lines.map(parseEvent));
    if (lines.length < PAGE_EVENTS) return events;
  }
}

/**
 * All events of a run with all values loaded, for the runner.
 * @throws Error when a payload is missing
 */
export async function loadWholeEvents(source: PayloadSource, runId: string): Promise<RunEvent[]> {
  const events = await loadEvents(source.sql, runId);
  const hashes = new Set(events.flatMap(referencesOf));
  const values = await payloadValues(source, [...hashes]);
  if (hashes.size === 0) return events;
  return events.map((event) =>
    mapPayloads(event, (payload) => {
      if (!('ref' in payload)) return payload;
      const value = values.get(payload.ref);
      if (value === undefined) throw missingValue(payload.ref);
      return { value };
    }),
  );
}
