import type { z } from 'zod';
import { nextTimes } from '@/engine/triggers';
import type { previewScheduleInput } from '@/lib/contracts/triggers';
import { databaseNow } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { neverDue, ScheduleError, timetableOf } from './schedule';

/** The next due times of a schedule, or a sentence why there are none. */
export async function previewSchedule(
  ctx: ServiceContext,
  { config, count }: z.output<typeof previewScheduleInput>,
): Promise<{ next: string[]; problem: string | null }> {
  const now = await databaseNow(ctx.sql);
  try {
    const next = nextTimes(timetableOf(config, now), now, count).map((time) => time.toISOString());
    return { next, problem: next.length > 0 ? null : neverDue(config).message };
  } catch (error) {
    if (error instanceof ScheduleError) return { next: [], problem: error.message };
    throw error;
  }
}
