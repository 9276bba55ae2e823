import { findUnit, foldEvents, type RunEvent, unitKey } from '@/engine';
import type { ResolveInterruptedInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { giveCommand } from './command';
import { runEvents } from './events';
import { findIteration } from './iterations';

/**
 * Answers the question about an attempt that was in flight when its process died.
 * @throws Conflict when the unit does not wait for an answer
 * @throws NotFound
 */
export async function resolveInterrupted(
  ctx: ServiceContext,
  input: ResolveInterruptedInput,
): Promise<{ id: string }> {
  const { runId, step, iteration = [], answer } = input;
  const { id, events } = await journalOf(ctx, runId, step, iteration);
  const unit = findUnit(foldEvents(events), { step, iteration });
  const attempt = unit?.attempts.at(-1)?.attempt;
  if (unit?.wait?.reason !== 'unknown_effect' || attempt === undefined) {
    throw new Conflict(
      `${unitKey({ step, iteration })} does not wait for an answer. It may have been answered already.`,
    );
  }
  const below = iteration.length === 0 ? {} : { iteration };
  const command = { kind: 'resolve', step, attempt, answer, ...below } as const;
  await giveCommand(ctx, { id, command, refusal: 'no step waits for an answer' });
  return { id: runId };
}

/** The run whose journal contains a unit: for an iteration of a long loop, the run of its chunk. */
async function journalOf(
  ctx: ServiceContext,
  runId: string,
  step: string,
  [index]: readonly number[],
): Promise<{ id: string; events: RunEvent[] }> {
  const events = await runEvents(ctx, { id: runId });
  if (index === undefined || !foldEvents(events).steps.get(step)?.chunks) return { id: runId, events };
  const found = await findIteration(ctx, { runId, step, index });
  return found ? { id: found.chunkRunId, events: found.events } : { id: runId, events };
}
