import { callServer } from '@/client/api';
import { type Json, readJson } from '@/engine';
import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import type { PlanTryInput, TryScope } from '@/lib/contracts/reruns';
import { runBreakpoints } from '../breakpoint-text';
import type { Problem } from '../load';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { planLines } from '../plan-lines';
import { refuseRequest } from '../refuse-request';

export interface TryOptions {
  readonly step: string;
  readonly upTo: boolean;
  readonly from: boolean;
  /** Index of the only iteration of a loop, from 0. */
  readonly iteration?: string;
  /** Id of a run, or `none`. @default the newest run */
  readonly valuesFrom?: string;
  /** Whether pinned outputs are used. */
  readonly pins: boolean;
  /** `reference=json`. */
  readonly input: readonly string[];
  /** Steps whose destructive effects are allowed. */
  readonly confirm: readonly string[];
  /** Whether the run pauses at the breakpoints of the pipeline. */
  readonly breakpoints?: boolean;
  /** Texts of breakpoints at which it pauses instead. */
  readonly breakpoint?: readonly string[];
  /** Only print what would happen. */
  readonly plan: boolean;
  readonly server: string;
  readonly json: boolean;
}

/** Tries a step of a pipeline on a server, or prints what that would do. @returns the exit code */
export async function tryStep(id: string, options: TryOptions): Promise<number> {
  const { step, iteration, valuesFrom } = options;
  if (iteration !== undefined && !/^\d{1,6}$/.test(iteration)) {
    printProblems([iterationProblem(iteration)]);
    return EXIT.refused;
  }
  const read = parseValues(options.input);
  if (!read.ok) {
    printProblems(read.problems);
    return EXIT.refused;
  }
  const input: PlanTryInput = {
    ...{ id, step, scope: scopeOf(options), pins: options.pins, values: read.values },
    ...(iteration === undefined ? {} : { iteration: Number(iteration) }),
    ...(valuesFrom === undefined ? {} : { valuesFrom: valuesFrom === 'none' ? null : valuesFrom }),
  };
  try {
    return options.plan ? await showPlan(input, options) : await start(input, options);
  } catch (error) {
    return refuseRequest(error, options);
  }
}

async function showPlan(input: PlanTryInput, { step, server, json }: TryOptions): Promise<number> {
  const plan = await callServer(server, tryEndpoints.plan, input);
  if (json) printJson(plan);
  else for (const line of planLines(titleOf(step, plan.run), plan)) printLine(line);
  return plan.problem === null ? EXIT.completed : EXIT.refused;
}

async function start(input: PlanTryInput, options: TryOptions): Promise<number> {
  const { server, json, confirm } = options;
  const debug = runBreakpoints(options);
  if (!debug.ok) {
    printProblems(debug.problems);
    return EXIT.refused;
  }
  const given = { ...input, confirmed: [...confirm], ...debug.given };
  const started = await callServer(server, tryEndpoints.start, given);
  if (json) printJson(started);
  else printLine(`Started run #${started.number}: ${server}/runs/${started.id}`);
  return EXIT.completed;
}

function scopeOf({ upTo, from }: TryOptions): TryScope {
  if (upTo) return 'up_to';
  return from ? 'from' : 'only';
}

function titleOf(step: string, run: number | null): string {
  return run === null
    ? `Try of ${step} without the values of a run`
    : `Try of ${step} with values of #${run}`;
}

/** Parses `reference=json` pairs. */
function parseValues(
  pairs: readonly string[],
): { ok: true; values: Record<string, Json> } | { ok: false; problems: Problem[] } {
  const values = new Map<string, Json>();
  const problems: Problem[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const parsed = at > 0 ? readJson(pair.slice(at + 1)) : undefined;
    if (parsed && 'value' in parsed) values.set(pair.slice(0, at), parsed.value);
    else problems.push(inputProblem(pair));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: Object.fromEntries(values) };
}

function iterationProblem(iteration: string): Problem {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: 'iteration',
    message: `--iteration ${iteration} is not the index of an iteration.`,
    hint: 'Write a number from 0, such as --iteration 3.',
  };
}

function inputProblem(pair: string): Problem {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: 'input',
    message: `--input ${pair} is not a reference with a JSON value.`,
    hint: 'Write --input steps.fetch.output.count=3, and text in double quotes: --input \'params.name="canary"\'.',
  };
}
