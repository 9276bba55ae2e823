import {
  ActionError,
  buildGraph,
  type Catalogue,
  type Decision,
  isJsonObject,
  type Json,
  type JsonObject,
  normalize,
  prepare,
  secretNames,
} from '@/engine';
import { transform } from '@/engine/actions';
import type { Sandbox, SandboxCaller } from '@/engine/ports';
import type { TryFunctionAnswer, TryFunctionInput } from '@/lib/contracts/functions';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { getPipeline } from '../pipelines/get';
import { readDocument } from '../pipelines/text';
import { type LastData, lastData } from './last-data';
import { countOf, preview } from './preview';

/** Timeout of a trial, in milliseconds, including the wait for a thread. */
const MAX_MS = 15_000;

/** For fairness, trials of the editor count as one pipeline, and each edited pipeline as a run of it. */
const EDITOR = 'editor';

export interface Trying {
  readonly catalogue: Catalogue;
  readonly sandbox: Sandbox;
}

/** A failure of the author's function, with its data. */
type Failed = Extract<TryFunctionAnswer, { status: 'failed' }>;

/**
 * Runs the function of a transform from the editor on data of the newest run, without storing anything.
 * @throws NotFound when the pipeline or step does not exist
 */
export async function tryFunction(
  ctx: ServiceContext,
  trying: Trying,
  { pipelineId, stepId, params, document }: TryFunctionInput,
): Promise<TryFunctionAnswer> {
  if (typeof params.function !== 'string') return { status: 'failed', message: 'The step has no function.' };
  if (secretNames(params).length > 0) {
    return { status: 'failed', message: 'Functions cannot read secrets. Remove secrets from the input.' };
  }
  const saved = await getPipeline(ctx, { id: pipelineId });
  const upstream = await upstreamOf(ctx, document ?? saved.text, stepId, params);
  const source = params.input === undefined ? upstream : [];
  if (params.input === undefined && source.length !== 1) return noSource(source);
  const data = await lastData(ctx, { pipelineId, value: params.input, source: source[0] });
  if (!data) return { status: 'no_data', message: noData(params.input === undefined ? source : []) };
  return compute(trying, { params, data, upstream }, { pipelineId: EDITOR, runId: pipelineId });
}

/** The upstream steps of a step in its unsaved state. */
async function upstreamOf(
  ctx: Pick<ServiceContext, 'descriptors'>,
  text: string,
  stepId: string,
  params: JsonObject,
): Promise<readonly string[]> {
  const document = await readDocument(text, Number.POSITIVE_INFINITY);
  const steps = document.steps.map((step) => (step.id === stepId ? { ...step, params } : step));
  const graph = buildGraph(normalize({ ...document, steps }, ctx.descriptors), ctx.descriptors);
  const step = graph.steps.get(stepId);
  if (!step) throw new NotFound(`The pipeline has no step ${stepId}. Check the id of the step.`);
  return step.upstream;
}

function noSource(upstream: readonly string[]): Failed {
  const follows =
    upstream.length === 0 ? 'no upstream step' : `several upstream steps (${upstream.join(', ')})`;
  return { status: 'failed', message: `The step has no input and ${follows}. Set input.` };
}

function noData([source]: readonly string[]): string {
  const what = source === undefined ? 'the steps that input reads have' : `${source} has`;
  return `No recent run was found in which ${what} completed. Run the pipeline, then try again.`;
}

/** Runs the transform and the sandbox as a run would. */
async function compute(
  { catalogue, sandbox }: Trying,
  { params, data, upstream }: { params: JsonObject; data: LastData; upstream: readonly string[] },
  caller: SandboxCaller,
): Promise<TryFunctionAnswer> {
  const start = performance.now();
  let given: Pick<Failed, 'from' | 'input' | 'inputCount'> = { from: data.from };
  try {
    const prepared = prepare({
      catalogue,
      action: transform.type,
      params,
      scope: () => data.scope,
      secrets: [],
    });
    const ask = (computed?: Json) =>
      transform.decide(transform.params.parse(prepared.params), context(data, upstream, computed));
    const asked = ask();
    if (asked.do !== 'compute') return { status: 'failed', message: 'The step has no function.' };
    const { input } = asked.program;
    given = { from: data.from, input: preview([...input]), inputCount: input.length };
    const output = resultOf(ask(await sandbox(asked.program, AbortSignal.timeout(MAX_MS), caller)));
    const ms = Math.round(performance.now() - start);
    return {
      status: 'done',
      from: data.from,
      input: preview([...input]),
      inputCount: input.length,
      output: preview(output),
      ...countOf('outputCount', output),
      ms,
    };
  } catch (error) {
    return { status: 'failed', ...reason(error), ...given };
  }
}

function context(data: LastData, dependencies: readonly string[], computed: Json | undefined) {
  const unused = () => {
    throw new ActionError('internal', 'A function is tried without expressions.');
  };
  const quiet = () => undefined;
  return {
    now: new Date(),
    elapsedSeconds: 0,
    pausedSeconds: 0,
    waits: 0,
    computed,
    iterations: [],
    range: { first: 0, total: 0 },
    item: quiet,
    dependencies,
    outcome: (id: string) => ({ status: 'completed' as const, output: data.output(id), error: undefined }),
    liveSteps: () => [],
    evaluate: unused,
    test: unused,
    render: unused,
    build: quiet,
    read: quiet,
    log: { debug: quiet, info: quiet, warning: quiet, error: quiet },
  };
}

function resultOf(decision: Decision): Json {
  const output = decision.do === 'complete' ? decision.output : null;
  return isJsonObject(output) ? (output.result ?? null) : null;
}

/** Separates position and message. */
const POSITIONED = /^Line (\d+)(?:, column \d+)?: (.*)$/s;

function reason(error: unknown): Pick<Failed, 'message' | 'line'> {
  if (error instanceof DOMException) {
    return { message: 'The server is busy with other functions. Try again in a moment.' };
  }
  if (!(error instanceof ActionError)) throw error;
  const [, line, message] = POSITIONED.exec(error.message) ?? [];
  if (line === undefined || message === undefined) return { message: error.message };
  return { line: Number(line), message };
}
