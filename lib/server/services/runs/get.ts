import type { RunDetail } from '@/lib/contracts/runs';
import { findRun } from '../../store/runs';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** A run with its params and definition. @throws NotFound */
export async function getRun(ctx: ServiceContext, input: { id: string }): Promise<RunDetail> {
  const run = await findRun(ctx.sql, input.id);
  if (!run) throw noSuchRun(ctx, input.id);
  return run;
}
