import type { RunEvent } from '@/engine';
import { loadEvents } from '../../store/load';
import { runHeads } from '../../store/runs';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/** The whole journal of a run so far; large values are references. @throws NotFound */
export async function runEvents(ctx: ServiceContext, input: { id: string }): Promise<RunEvent[]> {
  const [head] = await runHeads(ctx.sql, [input.id]);
  if (!head) throw noSuchRun(ctx, input.id);
  return loadEvents(ctx.sql, input.id);
}
