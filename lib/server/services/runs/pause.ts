import type { ServiceContext } from '../context';
import { giveCommand } from './command';

/** Asks a run to start nothing more; what is in flight ends. @throws NotFound, Conflict */
export function pauseRun(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  return giveCommand(ctx, { id, command: { kind: 'pause' }, refusal: 'it cannot be paused' });
}
