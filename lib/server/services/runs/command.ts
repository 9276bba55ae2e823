import { type PauseDecision, unitKey } from '@/engine';
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
    case 'answered':
      throw answeredAlready(added.command, added);
    case 'too many':
      throw new Conflict(
        `The run has received ${MAX_COMMANDS} commands, which is the limit. The run can still be cancelled.`,
      );
    default:
      ctx.commandRun(runId);
      return { id: runId };
  }
}

const DECISION_WORDS: Readonly<Record<PauseDecision, string>> = {
  continue: 'continue',
  step: 'step',
  retry: 'retry',
  output: 'use an output',
  skip: 'skip',
  fail: 'fail',
};

/** The refusal of an answer to a pause that was answered. */
export function answeredAlready(
  { step, iteration = [] }: { readonly step: string; readonly iteration?: readonly number[] | undefined },
  { decision, at }: { readonly decision: PauseDecision; readonly at: Date },
): Conflict {
  return new Conflict(
    `The pause of ${unitKey({ step, iteration })} was answered at ${at.toISOString()}: ${DECISION_WORDS[decision]}. The first answer applies. Open the run to see its current state.`,
    { details: { decision, at: at.toISOString() } },
  );
}
