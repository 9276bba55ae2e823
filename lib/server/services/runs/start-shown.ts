import type { StartedRun, StartedRunRecord, StartRunInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { getRun } from './get';
import { startRun } from './start';

/** Starts a run for a page, which shows it next. It pauses at breakpoints by default. @throws as `startRun` */
export async function startShownRun(ctx: ServiceContext, input: StartRunInput): Promise<StartedRunRecord> {
  return withDetail(ctx, await startRun(ctx, { breakpoints: true, ...input }));
}

/** A run that was started, with its record. */
export async function withDetail(ctx: ServiceContext, started: StartedRun): Promise<StartedRunRecord> {
  return { ...started, detail: await getRun(ctx, { id: started.id }) };
}
