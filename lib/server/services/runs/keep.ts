import type { KeepRunInput } from '@/lib/contracts/runs';
import { pinRun } from '../../store/runs';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** Keeps a run whatever the rules of retention say, or leaves it to them again. Twice is once. @throws NotFound */
export async function keepRun(ctx: ServiceContext, { id, kept }: KeepRunInput): Promise<{ id: string }> {
  if (!(await pinRun(ctx.sql, id, kept))) throw noSuchRun(ctx, id);
  return { id };
}
