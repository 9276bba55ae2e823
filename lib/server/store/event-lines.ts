import type { ISql, Sql } from 'postgres';
import type { runEvents } from '@/drizzle/schema';
import type { RunEvent } from '@/engine';
import type { RowOf } from '../db/rows';
import { isoOf } from './instants';

/** Events per query: bounds memory while a long journal is sent or folded. */
export const PAGE_EVENTS = 2000;

/** One stored event as JSON text, ready to be sent. */
export interface EventLine {
  readonly seq: number;
  readonly type: string;
  readonly text: string;
}

/** One stored event, with its body as text. */
export interface EventRow extends Pick<RowOf<typeof runEvents>, 'seq' | 'type'> {
  readonly at: Date | string;
  readonly body: string;
}

/**
 * Up to `limit` events after `after`, in order; large values stay references. Hand-written SQL: every batch of a live run
 * reads it. Measured for 10 events in one process, p50: 0.14 ms, with drizzle 0.28 ms.
 */
export async function eventLines(
  sql: ISql,
  runId: string,
  after: number,
  limit = PAGE_EVENTS,
): Promise<EventLine[]> {
  const rows = await sql<EventRow[]>`
    select seq, at, type, body::text as body from run_events
    where run_id = ${runId} and seq > ${after}
    order by seq limit ${limit}`;
  return rows.map(toLine);
}

/**
 * As `eventLines`, up to `chars` characters: at least one event, and at most one event more than fits. Hand-written SQL for
 * the same reason.
 */
export async function eventBatch(
  sql: Sql,
  runId: string,
  after: number,
  { limit, chars }: { limit: number; chars: number },
): Promise<EventLine[]> {
  const rows = await sql<EventRow[]>`
    with next as (
      select seq, at, type, body::text as body from run_events
      where run_id = ${runId} and seq > ${after}
      order by seq limit ${limit}
    ),
    summed as (select *, sum(length(body)) over (order by seq) - length(body) as before from next)
    select seq, at, type, body from summed where before < ${chars} order by seq`;
  return rows.map(toLine);
}

/** Several events as one text that the database joins. */
export interface EventPage {
  /** Sequence of the last event; null when there are no events. */
  readonly last: number | null;
  /** The events as JSON, separated by commas; null when one exceeds `longest`. */
  readonly text: string | null;
  /** How many events are waits. */
  readonly waits: number;
}

/**
 * Up to `limit` events after `after` as one text, if none is longer than `longest` characters. Hand-written SQL: the
 * database joins the texts.
 */
export async function eventPage(
  sql: Sql,
  runId: string,
  after: number,
  { limit, longest }: { limit: number; longest: number },
): Promise<EventPage> {
  const [page] = await sql<EventPage[]>`
    with next as (
      select seq, at, type, body::text as body from run_events
      where run_id = ${runId} and seq > ${after}
      order by seq limit ${limit}
    )
    select max(seq) as last, (count(*) filter (where type = 'step_waiting'))::int as waits,
      case when max(length(body)) <= ${longest} then string_agg(
        '{"seq":' || seq || ',"at":"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || 'Z",'
          || substr(body, 2),
        ',' order by seq
      ) end as text
    from next`;
  return page ?? { last: null, text: null, waits: 0 };
}

/** An event from its line. The journal writes lines from typed events only. */
export function parseEvent(line: EventLine): RunEvent {
  return JSON.parse(line.text) as RunEvent;
}

/** A row as a line. Its body is a non-empty JSON object, so further keys are prepended without parsing. */
export function toLine({ seq, at, type, body }: EventRow): EventLine {
  return { seq, type, text: `{"seq":${seq},"at":"${isoOf(at)}",${body.slice(1)}` };
}
