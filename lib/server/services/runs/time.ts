import {
  buildGraph,
  type Comparison,
  compareWithUsual,
  estimateRemaining,
  foldEvents,
  type RunEvent,
  stateAt,
  type TimeShare,
  timesOfRun,
  type Usual,
  usualTimes,
  worstCaseOf,
} from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runTimeEndpoints } from '@/lib/contracts/endpoints/run-time';
import type { RunTimeRecord, TimeShareRecord } from '@/lib/contracts/run-time';
import { loadEvents } from '../../store/load';
import type { ServiceContext } from '../context';
import { noVersion } from '../pipelines/restore-version';
import { inMs, worstCaseRecord } from '../worst-case-record';
import { getRun } from './get';
import { runsBefore } from './history-figures';

type Endpoint = typeof runTimeEndpoints.time;

/** Earlier runs that a usual duration is the median of, at most: older ones say little about the pipeline of today. */
const USUAL_RUNS = 100;

/** Where the time of a run went, compared with the runs before it. Reads no large value. @throws NotFound */
export async function timeOfRun(
  ctx: ServiceContext,
  { id, t }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const run = await getRun(ctx, { id });
  const definition = await ctx.definitions.find(run.pipelineId, run.version);
  if (!definition) throw noVersion(run.pipelineId, run.version);
  const graph = buildGraph(definition.pipeline, ctx.descriptors);
  const events = await loadEvents(ctx.sql, id);
  const usual = usualTimes(await runsBefore(ctx, run, USUAL_RUNS));
  const worst = worstCaseOf(graph, ctx.descriptors);
  const limits = new Map(worst.steps.map(({ step, seconds }) => [step, seconds]));
  const now = ctx.now().getTime();
  const times = timesOfRun(events, graph, now);
  const state = foldEvents(events);
  return {
    ...{ id, number: run.number, status: state.status },
    ...shareRecord(times, usual.run, state.status === 'completed' || state.finishedAt === undefined),
    remainingMs: estimateRemaining(state, times, { graph, usual, now }) ?? null,
    critical: [...times.critical],
    worst: worstCaseRecord(worst),
    steps: times.steps.map(({ step, isCritical, ...share }) => ({
      ...{ step, isCritical, worstMs: inMs(limits.get(step)) },
      ...shareRecord(share, usual.steps.get(step), true),
    })),
    at: t === undefined ? null : statusesAt(events, Number(t) * 1000),
  };
}

/** @param isComparable whether the duration says something: that of a run that failed early does not */
function shareRecord(
  { durationMs, totalMs, workMs, waits }: TimeShare,
  usual: Usual | undefined,
  isComparable: boolean,
): TimeShareRecord {
  const compared: Comparison | undefined = isComparable ? compareWithUsual(durationMs, usual) : undefined;
  return {
    ...{ durationMs, totalMs, workMs, waits },
    usual: usual ? { ...usual } : null,
    slower: compared?.slower ?? null,
  };
}

function statusesAt(events: readonly RunEvent[], offsetMs: number): RunTimeRecord['at'] {
  const { status, steps } = stateAt(events, offsetMs);
  return { status, steps: [...steps].map(([step, unit]) => ({ step, status: unit.status })) };
}
