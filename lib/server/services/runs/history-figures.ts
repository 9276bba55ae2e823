import type { z } from 'zod';
import { dayTotals, failureGroups, type HistoryRun, stepTotals, totalsOf, versionTotals } from '@/engine';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { historyEndpoints } from '@/lib/contracts/endpoints/history';
import type { StepTotalsRecord } from '@/lib/contracts/history';
import type { RunDetail } from '@/lib/contracts/runs';
import { digestRuns } from '../../store/history/digest-runs';
import { type FigureRun, newestForFigures } from '../../store/history/read-digests';
import type { ServiceContext } from '../context';
import { getPipeline } from '../pipelines/get';

type Endpoint = typeof historyEndpoints.figures;

/** Runs that are digested in one statement, when earlier ones are not prepared yet. */
const BATCH = 50;

/** Sums up the newest runs of a pipeline. @throws NotFound */
export async function figuresOfHistory(
  ctx: ServiceContext,
  { id, runs: limit }: z.output<Endpoint['input']>,
): Promise<AnswerOf<Endpoint>> {
  const { version } = await getPipeline(ctx, { id });
  const runs = await withSteps(ctx, await newestForFigures(ctx.sql, id, limit));
  const definition = await ctx.definitions.find(id, runs[0]?.version ?? version);
  const order = definition?.pipeline.steps.map((step) => step.id) ?? [];
  return {
    runs: runs.length,
    since: runs.at(-1)?.createdAt ?? null,
    total: totalsOf(runs),
    days: dayTotals(runs),
    versions: versionTotals(runs).map((each) => ({ ...each, worse: [...each.worse] })),
    steps: inOrder(stepTotals(runs), order),
    failures: failureGroups(runs).map((group) => ({ ...group, runs: [...group.runs] })),
  };
}

/** The newest runs of a pipeline that were created before a run, with their steps, newest first. */
export async function runsBefore(
  ctx: ServiceContext,
  { pipelineId, number }: Pick<RunDetail, 'pipelineId' | 'number'>,
  limit: number,
): Promise<HistoryRun[]> {
  return withSteps(ctx, await newestForFigures(ctx.sql, pipelineId, limit, number));
}

async function withSteps(ctx: ServiceContext, runs: readonly FigureRun[]): Promise<HistoryRun[]> {
  const missing = runs.filter(({ steps }) => steps === null).map(({ id }) => id);
  const made = new Map<string, HistoryRun['steps']>();
  for (let from = 0; from < missing.length; from += BATCH) {
    const digests = await digestRuns(ctx.sql, missing.slice(from, from + BATCH));
    for (const [id, steps] of digests) made.set(id, steps);
  }
  return runs.map((run) => ({ ...run, steps: run.steps ?? made.get(run.id) ?? [] }));
}

/** Every step of the newest version, also those that no run executed, then the others. */
function inOrder(totals: readonly StepTotalsRecord[], order: readonly string[]): StepTotalsRecord[] {
  const byStep = new Map(totals.map((each) => [each.step, each]));
  const none = { executed: 0, failed: 0, retried: 0, p50Ms: null, p95Ms: null };
  const others = totals.filter(({ step }) => !order.includes(step));
  return [...order.map((step) => byStep.get(step) ?? { step, ...none }), ...others];
}
