import type { z } from 'zod';
import type { OpenTab, reportPresenceInput } from '@/lib/contracts/presence';
import { notify } from '../../store/notify';
import { findHead } from '../../store/pipeline-head';
import type { PresenceReport } from '../../store/presence';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/**
 * Tells every process that a pipeline is open in a tab, or no longer. Nothing is stored. Returns the other tabs that are
 * known so far.
 * @throws NotFound
 */
export async function reportPresence(
  ctx: ServiceContext,
  { id, tab, step, left = false }: z.output<typeof reportPresenceInput>,
): Promise<{ tabs: OpenTab[] }> {
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  const report: PresenceReport = { pipeline: id, tab, step, left };
  await notify(ctx.sql, 'presence', JSON.stringify(report));
  return { tabs: ctx.presence.tabsOf(id).filter((other) => other.tab !== tab) };
}
