import type { RunEvent } from '@/engine/run/events';
import { loadEvents } from '../../store/load';
import type { ServiceContext } from '../context';
import { getRun } from './get';

/** The whole journal of a run so far; large values are references. @throws NotFound */
export async function runEvents(ctx: ServiceContext, input: { id: string }): Promise<RunEvent[]> {
  await getRun(ctx, input);
  return loadEvents(ctx.sql, input.id);
}
