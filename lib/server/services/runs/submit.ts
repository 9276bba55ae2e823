import type { StartedRun, StartRunInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { startRun } from './start';

/**
 * Starts a run for a program, or returns the run of its idempotency key.
 * @throws as `startRun`
 */
export function submitRun(ctx: ServiceContext, input: StartRunInput): Promise<StartedRun> {
  return startRun(ctx, { ...input, trigger: 'api' });
}
