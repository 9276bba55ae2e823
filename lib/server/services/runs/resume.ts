import type { ServiceContext } from '../context';
import { giveCommand } from './command';

/** Lets a run that is held go on, whoever held it; one that is not stays as it is. @throws NotFound, Conflict */
export function resumeRun(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  return giveCommand(ctx, { id, command: { kind: 'resume' }, refusal: 'it cannot be resumed' });
}
