import { callServer } from '@/client/api';
import type { RerunScope } from '@/engine';
import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { PlanRerunInput, RerunPlanRecord } from '@/lib/contracts/reruns';
import { runBreakpoints } from '../breakpoint-text';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { isDifferent, planDiffLines } from '../plan-diff-lines';
import { planLines } from '../plan-lines';
import { refuseRequest } from '../refuse-request';
import { parseParams } from './run';

export interface RerunOptions {
  readonly fromFailed?: boolean;
  readonly from?: string;
  readonly only?: string;
  readonly upTo?: string;
  readonly failedIterations?: boolean;
  readonly definition: 'original' | 'current';
  readonly param: readonly string[];
  /** Whether pinned outputs are used. */
  readonly usePins?: boolean;
  /** Steps whose destructive effects are allowed. */
  readonly confirm: readonly string[];
  /** Whether the run pauses at the breakpoints of the pipeline. */
  readonly breakpoints?: boolean;
  /** Texts of breakpoints at which it pauses instead. */
  readonly breakpoint?: readonly string[];
  /** Only print what would happen. */
  readonly plan: boolean;
  /** Only print how the plan differs from the run. */
  readonly compare?: boolean;
  readonly server: string;
  readonly json: boolean;
}

/** Repeats a run of a server, or prints what that would do. @returns the exit code */
export async function rerun(id: string, options: RerunOptions): Promise<number> {
  const given = parseParams(options.param);
  if (!given.ok) {
    printProblems(given.problems);
    return EXIT.refused;
  }
  try {
    const input = await inputOf(id, given.params, options);
    if (options.compare) return await showPlanDiff(input, options);
    return options.plan ? await showPlan(input, options) : await start(input, options);
  } catch (error) {
    return refuseRequest(error, options);
  }
}

/** The request: params that are not given stay those of the run. */
async function inputOf(
  id: string,
  params: Readonly<Record<string, string>>,
  options: RerunOptions,
): Promise<PlanRerunInput> {
  const { definition, server } = options;
  const choice = { id, ...choiceOf(options), definition, ...(options.usePins ? { pins: true } : {}) };
  if (Object.keys(params).length === 0) return choice;
  const run = await callServer(server, runEndpoints.get, { id });
  return { ...choice, params: { ...run.params, ...params } };
}

function choiceOf(options: RerunOptions): { scope: RerunScope; step?: string } {
  const { fromFailed, from, only, upTo, failedIterations } = options;
  if (from !== undefined) return { scope: 'from', step: from };
  if (only !== undefined) return { scope: 'only', step: only };
  if (upTo !== undefined) return { scope: 'up_to', step: upTo };
  if (failedIterations) return { scope: 'failed_iterations' };
  return { scope: fromFailed ? 'from_failed' : 'everything' };
}

async function showPlan(input: PlanRerunInput, { server, json }: RerunOptions): Promise<number> {
  const plan = await callServer(server, rerunEndpoints.plan, input);
  if (json) printJson(plan);
  else for (const line of planLines(titleOf(plan), plan)) printLine(line);
  return plan.problem === null ? EXIT.completed : EXIT.refused;
}

/** Exit code 1 when a step that executes differs. */
async function showPlanDiff(input: PlanRerunInput, { server, json }: RerunOptions): Promise<number> {
  const diff = await callServer(server, rerunEndpoints.diff, input);
  if (json) printJson(diff);
  else for (const line of planDiffLines(diff)) printLine(line);
  return isDifferent(diff) ? EXIT.failed : EXIT.completed;
}

function titleOf({ run, version }: RerunPlanRecord): string {
  return `Re-run of #${run} with ${version === null ? 'the draft' : `v${version}`}`;
}

async function start(input: PlanRerunInput, options: RerunOptions): Promise<number> {
  const { server, json, confirm } = options;
  const debug = runBreakpoints(options);
  if (!debug.ok) {
    printProblems(debug.problems);
    return EXIT.refused;
  }
  const given = { ...input, confirmed: [...confirm], ...debug.given };
  const started = await callServer(server, rerunEndpoints.start, given);
  if (json) printJson(started);
  else printLine(`Started run #${started.number}: ${server}/runs/${started.id}`);
  return EXIT.completed;
}
