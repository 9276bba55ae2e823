import type { PinRunInput } from '@/lib/contracts/runs';
import { setPinned } from '../../store/runs';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** Excludes a run from retention, or includes it again. Idempotent. @throws NotFound */
export async function pinRun(ctx: ServiceContext, { id, pinned }: PinRunInput): Promise<{ id: string }> {
  if (!(await setPinned(ctx.sql, id, pinned))) throw noSuchRun(ctx, id);
  return { id };
}
