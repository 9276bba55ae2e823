import type { z } from 'zod';
import type { StepDigest } from '@/engine';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { historyEndpoints } from '@/lib/contracts/endpoints/history';
import { digestRuns } from '../../store/history/digest-runs';
import { readDigests } from '../../store/history/read-digests';
import { listRuns } from '../../store/runs';
import type { ServiceContext } from '../context';
import { getPipeline } from '../pipelines/get';

type Endpoint = typeof historyEndpoints.history;

/** A page of the runs of a pipeline with the status of every step, newest first. @throws NotFound */
export async function listHistory(
  ctx: ServiceContext,
  { id, before, limit }: z.output<Endpoint['input']>,
): Promise<AnswerOf<Endpoint>> {
  await getPipeline(ctx, { id });
  const page = await listRuns(ctx.sql, { pipeline: id, limit, ...(before === undefined ? {} : { before }) });
  const steps = await stepsOf(
    ctx,
    page.runs.map((run) => run.id),
  );
  return {
    next: page.next,
    runs: page.runs.map((run) => ({ ...run, steps: [...(steps.get(run.id) ?? [])] })),
  };
}

/** The steps of runs: as stored when they ended, or from the events of active runs. */
async function stepsOf(
  ctx: ServiceContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StepDigest[]>> {
  const stored = await readDigests(ctx.sql, ids);
  const missing = ids.filter((id) => !stored.has(id));
  return missing.length === 0 ? stored : new Map([...stored, ...(await digestRuns(ctx.sql, missing))]);
}
