import { buildGraph, emptyRunState, foldEvents, givenProblem, type Payload, type RunState } from '@/engine';
import type { PinOutputInput, PinRecord } from '@/lib/contracts/pins';
import type { RunDetail } from '@/lib/contracts/runs';
import { extractPayload, type NewPayload } from '../../store/event-payloads';
import { hasFiles } from '../../store/files';
import { loadEvents } from '../../store/load';
import { setPin } from '../../store/output-pins';
import type { ServiceContext } from '../context';
import { Conflict, Invalid } from '../errors';
import { doesNotExist } from '../not-found';
import { secretFinder } from '../secrets/held-in';
import { getRun } from './get';
import { toRecord } from './output-pins';
import { withValues } from './plan-values';

/**
 * Pins the output of a step, as a run recorded it with its secrets masked, or an entered one.
 * @throws NotFound
 * @throws Invalid when the step does not exist, or the value does not fit its action or contains a secret
 * @throws Conflict when the run has no output of the step, or one that is stored in files
 */
export async function pinOutput(ctx: ServiceContext, input: PinOutputInput): Promise<PinRecord> {
  const { id, step, value, run: runId } = input;
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const graph = buildGraph(current.definition.pipeline, ctx.descriptors);
  const node = graph.steps.get(step);
  if (!node)
    throw new Invalid(`The pipeline has no step ${step}. Save the draft first, or pin another step.`);
  // Outputs of runs are masked.
  const secret = value === undefined ? undefined : await (await secretFinder(ctx))(value);
  if (secret !== undefined)
    throw new Invalid(
      `The value for ${step} contains the secret ${secret}. Pins are stored as plain text: remove the secret from the value.`,
    );
  const run = runId === undefined ? undefined : await getRun(ctx, { id: runId });
  const state = run ? foldEvents(await loadEvents(ctx.sql, run.id)) : emptyRunState();
  const output: Payload = run ? await outputOf(ctx, { run, state, id, step }) : { value: value ?? null };
  const problem = await withValues(ctx, state, () =>
    givenProblem(node, graph, { source: 'pinned', output }, state.loaded),
  );
  if (problem !== undefined) throw new Invalid(problem);
  let large: NewPayload | undefined;
  const payload = extractPayload(output, (stored) => {
    large = stored;
  });
  const number = run?.number ?? null;
  if (!(await setPin(ctx.sql, { pipelineId: id, step, payload, run: number, large })))
    throw doesNotExist('pipeline', id);
  return toRecord({ step, run: number, pinnedAt: ctx.now().toISOString() });
}

interface OutputOf {
  readonly run: RunDetail;
  readonly state: RunState;
  readonly id: string;
  readonly step: string;
}

async function outputOf(ctx: ServiceContext, { run, state, id, step }: OutputOf): Promise<Payload> {
  if (run.pipelineId !== id)
    throw new Invalid(
      `Run #${run.number} belongs to the pipeline ${run.pipelineName}. Pin an output of a run of this pipeline.`,
    );
  const output = state.steps.get(step)?.output;
  if (output === undefined)
    throw new Conflict(
      `Run #${run.number} has no output of ${step}. Pin one of a run in which ${step} completed.`,
    );
  if (await hasFiles(ctx.sql, run.id, step))
    throw new Conflict(
      `The output of ${step} is stored in a file of run #${run.number}, which expires with that run. Choose the values of this run instead of a pin.`,
    );
  return output;
}
