import { findUnit, foldEvents, unitKey } from '@/engine/index';
import type { ResolveInterruptedInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { giveCommand } from './command';
import { runEvents } from './events';

/**
 * Answers what became of an attempt that was in flight when its process died.
 * @throws Conflict when nothing waits for this answer
 * @throws NotFound
 */
export async function resolveInterrupted(
  ctx: ServiceContext,
  input: ResolveInterruptedInput,
): Promise<{ id: string }> {
  const { runId, step, iteration = [], answer } = input;
  const events = await runEvents(ctx, { id: runId });
  const unit = findUnit(foldEvents(events), { step, iteration });
  const attempt = unit?.attempts.at(-1)?.attempt;
  if (unit?.wait?.reason !== 'unknown_effect' || attempt === undefined) {
    throw new Conflict(
      `${unitKey({ step, iteration })} does not wait for an answer. It may have been given already.`,
    );
  }
  const below = iteration.length === 0 ? {} : { iteration };
  const command = { kind: 'resolve', step, attempt, answer, ...below } as const;
  return giveCommand(ctx, { id: runId, command, refusal: 'nothing waits for an answer any more' });
}
