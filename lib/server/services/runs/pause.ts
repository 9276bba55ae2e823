import type { ServiceContext } from '../context';
import { giveCommand } from './command';

/**
 * Pauses a run: no further step starts; attempts in flight end.
 * @throws NotFound, Conflict
 */
export function pauseRun(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  return giveCommand(ctx, { id, command: { kind: 'pause' }, refusal: 'it cannot be paused' });
}
