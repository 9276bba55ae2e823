import { answerProblem, findUnit, type Json, type UnitAddress, type UnitState, unitKey } from '@/engine';
import type { AnswerPauseInput } from '@/lib/contracts/breakpoints';
import type { ServiceContext } from '../../context';
import { Conflict, Invalid } from '../../errors';
import { secretFinder } from '../../secrets/held-in';
import { answeredAlready, giveCommand } from '../command';
import { withValues } from '../plan-values';
import { type DebuggedRun, debuggedRun, requireActive } from './debugged-run';

/**
 * Answers a pause at a breakpoint. The first answer applies. Never waits for what follows.
 * @throws NotFound
 * @throws Invalid when the output or the inputs do not fit, or contain a stored secret
 * @throws Conflict when the unit is not paused, or the pause was answered
 */
export async function answerPause(ctx: ServiceContext, input: AnswerPauseInput): Promise<{ id: string }> {
  const { runId, step, iteration = [], answer } = input;
  const run = await debuggedRun(ctx, runId);
  requireActive(run, 'nothing is paused');
  const address = { step, iteration };
  const pause = openPause(run, address, input.pause);
  const problem = await withValues(ctx, run.state, () =>
    answerProblem({ ...run, descriptors: ctx.descriptors, address, pause, answer }),
  );
  if (problem !== undefined) throw new Invalid(problem);
  await refuseSecrets(ctx, address, typedIn(answer));
  const below = iteration.length === 0 ? {} : { iteration: [...iteration] };
  return giveCommand(ctx, {
    id: runId,
    command: { kind: 'continue', step, pause: pause.seq, answer, ...below },
    refusal: 'nothing is paused',
  });
}

/** @throws Conflict */
function openPause({ state }: DebuggedRun, address: UnitAddress, wanted: number | undefined) {
  const unit = findUnit(state, address);
  const open = unit?.pause;
  if (open && (wanted === undefined || wanted === open.seq)) return open;
  const earlier = earlierAnswer(unit, wanted);
  if (earlier) throw answeredAlready(address, { decision: earlier.decision, at: new Date(earlier.at) });
  const paused = open ? `It is in pause ${open.seq}, not ${wanted}.` : 'It has not reached a breakpoint.';
  throw new Conflict(
    `${unitKey(address)} is not paused as requested. ${paused} List the pauses of the run, then answer one of them.`,
  );
}

function earlierAnswer(unit: UnitState | undefined, wanted: number | undefined) {
  const answered = unit?.answered ?? [];
  return wanted === undefined ? answered.at(-1) : answered.find(({ pause }) => pause.seq === wanted);
}

function typedIn(answer: AnswerPauseInput['answer']): Json | undefined {
  if ('output' in answer) return answer.output;
  return 'inputs' in answer ? answer.inputs : undefined;
}

/** Answers are stored as plain text. @throws Invalid */
async function refuseSecrets(
  ctx: ServiceContext,
  address: UnitAddress,
  typed: Json | undefined,
): Promise<void> {
  if (typed === undefined) return;
  const secret = await (await secretFinder(ctx))(typed);
  if (secret === undefined) return;
  throw new Invalid(
    `The value for ${unitKey(address)} contains the secret ${secret}. The run stores it as plain text: remove the secret from the value.`,
  );
}
