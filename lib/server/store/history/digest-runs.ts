import type { Sql } from 'postgres';
import {
  DIGESTED_EVENTS,
  digestSteps,
  type Failure,
  type Json,
  type JsonObject,
  type RunEvent,
  type StepDigest,
  searchTerms,
} from '@/engine';
import { type EventRow, parseEvent, toLine } from '../event-lines';
import { groupBy } from '../group-by';

/** A run to digest. */
interface DigestedRun {
  readonly id: string;
  readonly params: JsonObject;
  readonly error: Failure | null;
  readonly hasEnded: boolean;
}

/** The digest of one run, as it is stored. */
interface NewDigest {
  readonly id: string;
  readonly steps: readonly StepDigest[];
  readonly errors: string;
  readonly terms: readonly string[];
}

/**
 * How the steps of these runs ended, from the events of their steps; what happened inside loops is not read, except failures.
 * Stores the digests of runs that have ended. Chunks of loops and deleted runs are left out. Hand-written SQL: one statement
 * reads and one writes any number of runs.
 */
export async function digestRuns(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StepDigest[]>> {
  if (ids.length === 0) return new Map();
  const runs = await sql<DigestedRun[]>`
    select id, params, error, finished_at is not null as "hasEnded" from runs
    where id = any(${[...ids]}::text[]) and chunk_of is null`;
  const events = await sql<(EventRow & { runId: string })[]>`
    select run_id as "runId", seq, at, type, body::text as body from run_events
    where run_id = any(${runs.map(({ id }) => id)}::text[]) and type = any(${[...DIGESTED_EVENTS]}::text[])
      and (iteration is null or type = 'step_failed')
    order by run_id, seq`;
  const byRun = new Map(groupBy(events, ({ runId }) => runId).map((rows) => [rows[0]?.runId, rows]));
  const digests = runs.map((run) => {
    const lines = byRun.get(run.id) ?? [];
    return { run, digest: digestOf(run, lines.map(toLine).map(parseEvent)) };
  });
  const ended = digests.filter(({ run }) => run.hasEnded).map(({ digest }) => digest);
  await insertDigests(sql, ended);
  return new Map(digests.map(({ digest }) => [digest.id, digest.steps]));
}

function digestOf({ id, params, error }: DigestedRun, events: readonly RunEvent[]): NewDigest {
  const steps = digestSteps(events);
  const errors = [error?.message, ...steps.map((step) => step.error)].filter((text) => text !== undefined);
  const messages = [...new Set(errors)];
  return {
    id,
    steps,
    // PostgreSQL stores no NUL.
    errors: messages.join('\n').replaceAll('\u0000', '').toLowerCase(),
    terms: searchTerms({ params, outputs: outputsOf(events), errors: messages }),
  };
}

/** The outputs of completed steps that are stored in the journal; large ones are not searched. */
function outputsOf(events: readonly RunEvent[]): Map<string, Json> {
  const outputs = new Map<string, Json>();
  for (const event of events) {
    if (event.type === 'step_completed' && 'value' in event.output) {
      outputs.set(event.step, event.output.value);
    } else if (event.type === 'step_reused' && event.result.status === 'completed') {
      if (event.iteration === undefined && 'value' in event.result.output)
        outputs.set(event.step, event.result.output.value);
    }
  }
  return outputs;
}

/** A run may have been deleted since it was read, or digested by another process. The lock waits for a deletion under way. */
async function insertDigests(sql: Sql, digests: readonly NewDigest[]): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    with present as materialized (
      select id, created_at from runs where id = any(${digests.map(({ id }) => id)}::text[]) order by id for key share
    )
    insert into run_digests (run_id, created_at, steps, errors, terms)
    select r.id, r.created_at, d.steps::json, d.errors,
      array_to_tsvector(array(select json_array_elements_text(d.terms::json)))
    from unnest(
      ${digests.map(({ id }) => id)}::text[], ${digests.map(({ steps }) => JSON.stringify(steps))}::text[],
      ${digests.map(({ errors }) => errors)}::text[], ${digests.map(({ terms }) => JSON.stringify(terms))}::text[]
    ) as d(id, steps, errors, terms)
    join present r on r.id = d.id
    order by r.id
    on conflict do nothing`;
}
