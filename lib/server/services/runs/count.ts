import type { z } from 'zod';
import { type countRunsInput, MOST_COUNTED, type RunCounts } from '@/lib/contracts/runs';
import { countRuns as count } from '../../store/runs';
import type { ServiceContext } from '../context';

/** Counts runs by standing, of one pipeline or of all. */
export async function countRuns(
  ctx: ServiceContext,
  { pipeline, kept }: z.output<typeof countRunsInput>,
): Promise<RunCounts> {
  return count(ctx.sql, { kept, most: MOST_COUNTED, ...(pipeline === undefined ? {} : { pipeline }) });
}
