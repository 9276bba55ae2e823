import { newId } from '../../ids';
import { requestCancel } from '../../store/commands/add-command';
import type { ServiceContext } from '../context';
import { noSuchRun } from './missing';

/**
 * Cancels a run; an ended run is unchanged.
 * @throws NotFound
 */
export async function cancelRun(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  const { outcome } = await requestCancel(ctx.sql, input.id, newId('command'));
  if (outcome === 'no run') throw noSuchRun(ctx, input.id);
  ctx.commandRun(input.id);
  return { id: input.id };
}
