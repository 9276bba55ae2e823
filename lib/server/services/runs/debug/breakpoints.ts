import { breakpointProblems, buildGraph, type DebugSettings, MAX_BREAKPOINTS } from '@/engine';
import type {
  BreakpointInput,
  BreakpointList,
  SetBreakpointInput,
  SetPauseOnFailureInput,
} from '@/lib/contracts/breakpoints';
import { setBreakpointInput } from '@/lib/contracts/breakpoints';
import { changeDebugSettings, type DebugChange, findDebugSettings } from '../../../store/debug-settings';
import { findHead } from '../../../store/pipeline-head';
import type { ServiceContext } from '../../context';
import { Conflict, Invalid, NotFound } from '../../errors';
import { doesNotExist } from '../../not-found';

/** The breakpoints of a pipeline, with their problems in the draft. @throws NotFound */
export async function listBreakpoints(ctx: ServiceContext, { id }: { id: string }): Promise<BreakpointList> {
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  return withProblems(ctx, id, await findDebugSettings(ctx.sql, id));
}

/**
 * Adds a breakpoint, or replaces the one with its id.
 * @throws NotFound
 * @throws Invalid when its step or edge does not exist in the saved draft, or its condition is invalid
 * @throws Conflict when the pipeline has too many
 */
export async function setBreakpoint(ctx: ServiceContext, input: SetBreakpointInput): Promise<BreakpointList> {
  const { id, breakpoint: name, ...rest } = setBreakpointInput.parse(input);
  const breakpoint = { id: name, ...rest };
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const graph = buildGraph(current.definition.pipeline, ctx.descriptors);
  const [problem] = breakpointProblems(graph, [breakpoint]);
  if (problem)
    throw new Invalid([problem.message, problem.hint ?? ''].join(' ').trim(), { details: [problem] });
  return change(ctx, id, {
    action: 'pipeline.breakpoint_set',
    details: { breakpoint: name },
    change: (before) => {
      const isKnown = before.breakpoints.some((each) => each.id === name);
      if (!isKnown && before.breakpoints.length >= MAX_BREAKPOINTS)
        throw new Conflict(
          `The pipeline has ${MAX_BREAKPOINTS} breakpoints, which is the limit. Remove one first.`,
        );
      const breakpoints = isKnown
        ? before.breakpoints.map((each) => (each.id === name ? breakpoint : each))
        : [...before.breakpoints, breakpoint];
      return { ...before, breakpoints };
    },
  });
}

/** Removes a breakpoint. @throws NotFound */
export async function removeBreakpoint(
  ctx: ServiceContext,
  { id, breakpoint: name }: BreakpointInput,
): Promise<BreakpointList> {
  return change(ctx, id, {
    action: 'pipeline.breakpoint_deleted',
    details: { breakpoint: name },
    change: (before) => {
      const breakpoints = before.breakpoints.filter((each) => each.id !== name);
      if (breakpoints.length === before.breakpoints.length)
        throw new NotFound(`The pipeline has no breakpoint ${name}. It may have been removed already.`);
      return { ...before, breakpoints };
    },
  });
}

/** Sets whether every failure pauses runs that a person starts. @throws NotFound */
export async function setPauseOnFailure(
  ctx: ServiceContext,
  { id, pause_on_failure: value }: SetPauseOnFailureInput,
): Promise<BreakpointList> {
  return change(ctx, id, {
    action: 'pipeline.pause_on_failure_set',
    details: { value },
    change: (before) =>
      before.pause_on_failure === value ? undefined : { ...before, pause_on_failure: value },
  });
}

async function change(
  ctx: ServiceContext,
  id: string,
  given: Omit<DebugChange, 'pipelineId'>,
): Promise<BreakpointList> {
  const after = await changeDebugSettings(ctx.sql, { ...given, pipelineId: id });
  if (!after) throw doesNotExist('pipeline', id);
  return withProblems(ctx, id, after);
}

async function withProblems(
  ctx: ServiceContext,
  id: string,
  settings: DebugSettings,
): Promise<BreakpointList> {
  const current = settings.breakpoints.length === 0 ? undefined : await ctx.definitions.current(id);
  const found = current
    ? breakpointProblems(buildGraph(current.definition.pipeline, ctx.descriptors), settings.breakpoints)
    : [];
  return { ...settings, problems: found.map(({ hint = null, ...problem }) => ({ ...problem, hint })) };
}
