import {
  type Breakpoint,
  breakpointProblems,
  buildGraph,
  type DebugSettings,
  debugSettingsSchema,
  type Pipeline,
} from '@/engine';
import type { RunBreakpoints } from '@/lib/contracts/breakpoints';
import { findDebugSettings } from '../../../store/debug-settings';
import type { ServiceContext } from '../../context';
import { Invalid } from '../../errors';

/** Which breakpoints a new run has. `triggered`: those of the pipeline that also pause runs of triggers. */
export type DebugChoice = RunBreakpoints | 'triggered';

/**
 * The breakpoints of a new run; undefined without any. Those of the pipeline that are disabled, or whose place does not
 * exist in the version that runs, are left out.
 * @throws Invalid when breakpoints of the request are invalid
 */
export async function debugOfRun(
  ctx: Pick<ServiceContext, 'sql' | 'descriptors'>,
  pipelineId: string,
  pipeline: Pipeline,
  choice: DebugChoice | undefined,
): Promise<DebugSettings | undefined> {
  if (choice === undefined) return undefined;
  if (choice !== true && choice !== 'triggered') return requested(ctx, pipeline, choice);
  const settings = await findDebugSettings(ctx.sql, pipelineId);
  const enabled = settings.breakpoints.filter((each) => each.enabled && (choice === true || each.triggered));
  const wrong = new Set(problemsIn(ctx, pipeline, enabled).map(({ breakpoint }) => breakpoint));
  const breakpoints = enabled.filter(({ id }) => !wrong.has(id));
  // A failure of a run that nobody watches must not keep it from ending.
  const pauseOnFailure = choice === true && settings.pause_on_failure;
  if (breakpoints.length === 0 && !pauseOnFailure) return undefined;
  return { breakpoints, pause_on_failure: pauseOnFailure };
}

/** Breakpoints of a request. @throws Invalid */
export function requested(
  ctx: Pick<ServiceContext, 'descriptors'>,
  pipeline: Pipeline,
  choice: Exclude<RunBreakpoints, true>,
): DebugSettings {
  const list = Array.isArray(choice) ? { breakpoints: choice, pause_on_failure: false } : choice;
  const settings = debugSettingsSchema.parse(list);
  const ids = settings.breakpoints.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new Invalid(`Two breakpoints have the id ${twice}. Give each an id of its own.`);
  const problems = problemsIn(ctx, pipeline, settings.breakpoints);
  const [first] = problems;
  if (first) throw new Invalid([first.message, first.hint ?? ''].join(' ').trim(), { details: problems });
  return settings;
}

function problemsIn(
  { descriptors }: Pick<ServiceContext, 'descriptors'>,
  pipeline: Pipeline,
  breakpoints: readonly Breakpoint[],
) {
  return breakpoints.length === 0 ? [] : breakpointProblems(buildGraph(pipeline, descriptors), breakpoints);
}
