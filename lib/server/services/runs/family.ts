import type { RunFamily } from '@/lib/contracts/reruns';
import { familyOf } from '../../store/run-family';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** A run, the run that it repeats, and all re-runs of these. @throws NotFound */
export async function runFamily(ctx: ServiceContext, { id }: { id: string }): Promise<RunFamily> {
  const runs = await familyOf(ctx.sql, id);
  if (runs.length === 0) throw noSuchRun(ctx, id);
  return { runs };
}
