import { newId } from '../../ids';
import { addCommand, MAX_COMMANDS } from '../../store/commands/add-command';
import type { RunCommand } from '../../store/commands/run-command';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { noSuchRun } from './missing';

interface Given {
  readonly id: string;
  readonly command: RunCommand;
  readonly idempotencyKey?: string | undefined;
  /** Text for a run that has ended, such as `it cannot be paused`. */
  readonly refusal: string;
}

/**
 * Sends a command to a run, once per key. Never waits for its effect.
 * @throws NotFound
 * @throws Conflict when the run has ended, the key belongs to another command, or the run has too many
 * commands
 */
export async function giveCommand(ctx: ServiceContext, given: Given): Promise<{ id: string }> {
  const { id: runId, command, idempotencyKey, refusal } = given;
  const added = await addCommand(ctx.sql, { id: newId('command'), runId, command, idempotencyKey });
  switch (added.outcome) {
    case 'no run':
      throw noSuchRun(ctx, runId);
    case 'ended':
      throw new Conflict(`The run has ended (${added.status}): ${refusal}.`, {
        details: { status: added.status },
      });
    case 'other':
      throw new Conflict(
        'The idempotency key was used for another command of this run. Use a new key for a new command.',
      );
    case 'too many':
      throw new Conflict(
        `The run has received ${MAX_COMMANDS} commands, which is the limit. The run can still be cancelled.`,
      );
    default:
      ctx.commandRun(runId);
      return { id: runId };
  }
}
