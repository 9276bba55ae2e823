import type { StartedRun, StartRunInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { startRun } from './start';

/** Starts a run for a program, or finds the one that its idempotency key belongs to. @throws as `startRun` */
export function submitRun(ctx: ServiceContext, input: StartRunInput): Promise<StartedRun> {
  return startRun(ctx, { ...input, trigger: 'api' });
}
