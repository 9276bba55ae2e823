import type { ServiceContext } from '../context';
import { giveCommand } from './command';

/**
 * Resumes a paused or quarantined run; other runs are unchanged.
 * @throws NotFound, Conflict
 */
export function resumeRun(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  return giveCommand(ctx, { id, command: { kind: 'resume' }, refusal: 'it cannot be resumed' });
}
