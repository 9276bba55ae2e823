import type { Sql } from 'postgres';
import type { runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import type { RowOf } from '../db/rows';
import { type PayloadSource, payloadValues } from './payloads';

/** Newest runs that are searched. */
const RUNS = 50;

/** A run and the outputs of some of its steps. */
export interface CompletedSteps extends Pick<RowOf<typeof runs>, 'params'> {
  readonly runId: string;
  readonly number: number;
  /** By step id. */
  readonly outputs: ReadonlyMap<string, Json>;
}

/**
 * The newest run of a pipeline in which all of these steps completed. Hand-written SQL: it searches the journals of the newest
 * runs until the first match.
 */
export async function newestWithCompleted(
  source: PayloadSource,
  pipelineId: string,
  steps: readonly string[],
): Promise<CompletedSteps | undefined> {
  const { sql } = source;
  const [run] = await sql<(Pick<RowOf<typeof runs>, 'id' | 'params'> & { readonly number: number })[]>`
    select id, number, params from (
      select id, number, params, created_at from runs where pipeline_id = ${pipelineId} and chunk_of is null
      order by created_at desc, id desc limit ${RUNS}
    ) r
    where (
      select count(distinct e.step) from run_events e where e.run_id = r.id and ${isEnd(sql, steps)}
    ) = ${steps.length}::int
    order by created_at desc, id desc limit 1`;
  if (!run) return undefined;
  return {
    runId: run.id,
    number: run.number,
    params: run.params,
    outputs: await outputsOf(source, run.id, steps),
  };
}

function isEnd(sql: Sql, steps: readonly string[]) {
  return sql`
    e.type = 'step_completed' and e.iteration is null and e.step = any(${[...steps]}::text[])`;
}

async function outputsOf(
  source: PayloadSource,
  runId: string,
  steps: readonly string[],
): Promise<ReadonlyMap<string, Json>> {
  const { sql } = source;
  const rows = await sql<{ step: string; output: string }[]>`
    select distinct on (e.step) e.step, (e.body->'output')::text as output
    from run_events e where e.run_id = ${runId} and ${isEnd(sql, steps)}
    order by e.step, e.seq desc`;
  const payloads = rows.map(({ step, output }) => [step, JSON.parse(output) as Payload] as const);
  const stored = await payloadValues(
    source,
    payloads.flatMap(([, payload]) => ('ref' in payload ? [payload.ref] : [])),
  );
  return new Map(
    payloads.flatMap(([step, payload]) => {
      const value = 'ref' in payload ? stored.get(payload.ref) : payload.value;
      return value === undefined ? [] : [[step, value] as const];
    }),
  );
}
