import { and, desc, eq, inArray, isNull, sql as statement } from 'drizzle-orm';
import { runEvents, runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import { rowsOf } from '../db/rows';
import { type PayloadSource, payloadValues } from './payloads';

/** A run of a pipeline. */
export interface RunNumber {
  readonly id: string;
  readonly number: number;
}

/** A run of a pipeline, by default its newest one; undefined without one. */
export async function chosenRun(
  { sql }: Pick<PayloadSource, 'sql'>,
  pipelineId: string,
  run: string | undefined,
): Promise<RunNumber | undefined> {
  const [found] = await rowsOf(sql)
    // Only chunks of loops have no number.
    .select({ id: runs.id, number: statement<number>`${runs.number}` })
    .from(runs)
    .where(
      and(
        eq(runs.pipelineId, pipelineId),
        isNull(runs.chunkOf),
        run === undefined ? undefined : eq(runs.id, run),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return found;
}

/** A step, or one iteration of it, in the journal of a run or of its chunk. */
export interface InputsOf {
  readonly runId: string;
  readonly step: string;
  readonly iteration?: number | undefined;
  /** @default the newest one */
  readonly attempt?: number | undefined;
}

/** What an attempt received. */
export interface AttemptInputs {
  /** Number of attempts that started. */
  readonly attempts: number;
  /** Masked, as the journal has them; undefined when the attempt has not started. */
  readonly inputs: Json | undefined;
}

/** The inputs of an attempt, or those of the run whose result was taken over. */
export async function attemptInputs(
  source: PayloadSource,
  { runId, step, iteration, attempt }: InputsOf,
): Promise<AttemptInputs> {
  const rows = await rowsOf(source.sql)
    .select({
      attempt: runEvents.attempt,
      inputs: statement<Payload>`coalesce(${runEvents.body}->'inputs', ${runEvents.body}->'past'->'inputs')`,
    })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, runId),
        inArray(runEvents.type, ['step_started', 'step_reused']),
        eq(runEvents.step, step),
        iteration === undefined
          ? isNull(runEvents.iteration)
          : statement`${runEvents.iteration} = array[${iteration}]::integer[]`,
      ),
    )
    .orderBy(desc(runEvents.seq))
    .limit(MAX_ATTEMPTS);
  // The event of a result that was taken over has no attempt of this run.
  const chosen = attempt === undefined ? rows[0] : rows.find((row) => (row.attempt ?? 1) === attempt);
  return { attempts: rows.length, inputs: chosen && (await storedValue(source, chosen.inputs)) };
}

/** Attempts of a step at most. docs/rules.md, section 5; a resumed loop or an interrupted attempt adds some. */
const MAX_ATTEMPTS = 100;

/** Iterations that the newest attempt of a loop planned. */
export interface PlannedIterations {
  readonly total: number;
  /** Iterations of each chunk; undefined for a loop that does not run in chunks. */
  readonly chunkSize: number | undefined;
  /** The item of the iteration; undefined beyond the last one. */
  readonly item: Json | undefined;
}

/** The iterations of a loop and the item of one of them; undefined when the step has planned none. */
export async function plannedIterations(
  source: PayloadSource,
  { runId, step, iteration }: { runId: string; step: string; iteration: number },
): Promise<PlannedIterations | undefined> {
  const { body } = runEvents;
  const size = statement`(${body}->>'size')::integer`;
  // A try of one iteration has its item alone. PostgreSQL counts negative places from the end.
  const first = statement`coalesce((${body}->>'first')::integer, 0)`;
  const place = statement`(${iteration}::integer - ${first}) / coalesce(${size}, 1)`;
  const [row] = await rowsOf(source.sql)
    .select({
      total: statement<number>`coalesce((${body}->>'total')::integer, json_array_length(${body}->'items'))`,
      chunkSize: statement<number | null>`${size}`,
      // The item, or the list of the chunk that contains it.
      item: statement<Payload | null>`case when ${iteration}::integer >= ${first} then ${body}->'items'->(${place}) end`,
    })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, runId),
        inArray(runEvents.type, ['iterations_planned', 'chunks_planned']),
        eq(runEvents.step, step),
        isNull(runEvents.iteration),
      ),
    )
    .orderBy(desc(runEvents.seq))
    .limit(1);
  if (!row) return undefined;
  const value = row.item === null ? undefined : await storedValue(source, row.item);
  if (row.chunkSize === null) return { total: row.total, chunkSize: undefined, item: value };
  const item = Array.isArray(value) ? value[iteration % row.chunkSize] : undefined;
  return { total: row.total, chunkSize: row.chunkSize, item };
}

async function storedValue(source: PayloadSource, payload: Payload): Promise<Json | undefined> {
  if ('value' in payload) return payload.value;
  return (await payloadValues(source, [payload.ref])).get(payload.ref);
}
