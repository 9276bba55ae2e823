import type { SetRunBreakpointsInput } from '@/lib/contracts/breakpoints';
import type { ServiceContext } from '../../context';
import { giveCommand } from '../command';
import { requested } from './debug-of-run';
import { debuggedRun, requireActive } from './debugged-run';

/**
 * Replaces the breakpoints of an active run; they apply to units that start later.
 * @throws NotFound
 * @throws Invalid when a breakpoint has a problem in the version that runs
 * @throws Conflict when the run has ended
 */
export async function setRunBreakpoints(
  ctx: ServiceContext,
  { id, ...settings }: SetRunBreakpointsInput,
): Promise<{ id: string }> {
  const run = await debuggedRun(ctx, id);
  requireActive(run, 'its breakpoints cannot be changed');
  const debug = requested(ctx, run.graph.pipeline, settings);
  return giveCommand(ctx, {
    id,
    command: { kind: 'breakpoints', debug },
    refusal: 'its breakpoints cannot be changed',
  });
}
