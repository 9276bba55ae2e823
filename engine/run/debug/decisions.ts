import type { Failure } from '../../errors';
import { isJsonObject } from '../../json';
import type { RunContext } from '../context/run-context';
import { givenUnit } from '../rerun/given';
import { payloadValue } from '../state/payload';
import type { AnsweredPause, UnitState } from '../state/state';
import { addressFields, parentOf, type UnitAddress, unitKey } from '../state/unit';
import type { Endings } from '../units/endings';
import type { PauseAnswer } from './answer';

interface PendingAnswer {
  readonly address: UnitAddress;
  /** Number of the pause. */
  readonly pause: number;
  readonly answer: PauseAnswer;
}

/** Whether a decision starts an attempt, which needs a slot. */
export function startsAttempt({ decided }: UnitState): boolean {
  if (decided === undefined) return false;
  const { decision, pause, inputs } = decided;
  if (decision === 'retry') return true;
  return (
    (decision === 'continue' || decision === 'step') && (pause.moment === 'before' || inputs !== undefined)
  );
}

/** Records what people decide about pauses, and carries it out. */
export class Decisions {
  readonly #context: RunContext;
  readonly #endings: Endings;
  readonly #answers: PendingAnswer[] = [];

  constructor(context: RunContext, endings: Endings) {
    this.#context = context;
    this.#endings = endings;
  }

  /** Stores an answer for the next turn. */
  answerLater(given: PendingAnswer): void {
    this.#answers.push(given);
    this.#context.turns.signal();
  }

  /**
   * Records the answers that have arrived; those to a pause that has ended are ignored.
   * @returns whether the last open pause was answered
   */
  applyAnswers(): boolean {
    const wasPaused = this.#context.state.pauses > 0;
    for (const given of this.#answers.splice(0)) this.#apply(given);
    return wasPaused && this.#context.state.pauses === 0;
  }

  #apply(given: PendingAnswer): void {
    const { address, answer } = given;
    const { pause, edited } = this.#context.unit(address);
    if (pause?.seq !== given.pause) return;
    const { do: decision, ...values } = answer;
    let inputs = 'inputs' in values ? values.inputs : undefined;
    try {
      if (inputs && edited) inputs = { ...this.#earlier(edited.inputs), ...inputs };
    } catch (error) {
      if (this.#context.awaits(error, () => this.answerLater(given))) return;
      throw error;
    }
    this.#context.timers.clear(unitKey(address));
    this.#context.record({
      type: 'pause_answered',
      ...addressFields(address),
      attempt: pause.attempt,
      pause: pause.seq,
      decision,
      ...(inputs && { inputs: { value: inputs } }),
      ...('output' in values ? { output: { value: values.output } } : {}),
      ...('message' in values && values.message !== undefined ? { message: values.message } : {}),
    });
    this.#context.turns.proceedLater(address);
  }

  /** What was edited in earlier pauses of the unit. @throws NotLoaded */
  #earlier(payload: NonNullable<UnitState['edited']>['inputs']) {
    const value = payloadValue(payload, this.#context.state.loaded);
    return isJsonObject(value) ? value : {};
  }

  /** Ends a unit as a person decided, where no attempt follows. */
  carryOut(address: UnitAddress, decided: AnsweredPause): void {
    const { decision, pause } = decided;
    if (decision === 'output') this.#give(address, decided.output ?? { value: null });
    else if (decision === 'skip') this.#skip(address);
    else {
      const failure = failureOf(decided);
      this.#endings.fail(address, failure, pause.endsRun && failure === pause.error);
    }
  }

  #skip(address: UnitAddress): void {
    if (parentOf(address)) this.#give(address, { value: null });
    else this.#context.record({ type: 'step_skipped', step: address.step, reason: 'skipped_by_person' });
  }

  #give(address: UnitAddress, output: NonNullable<AnsweredPause['output']>): void {
    const { graph, state } = this.#context;
    const refusal =
      'value' in output ? this.#context.take(address, 'The output of this step', output.value) : undefined;
    if (refusal) {
      this.#endings.fail(address, refusal);
      return;
    }
    const node = parentOf(address) ? undefined : graph.steps.get(address.step);
    try {
      const branch = node && givenUnit(node, graph, { source: 'entered', output }, state.loaded).branch;
      this.#context.record({
        type: 'step_given',
        ...addressFields(address),
        source: 'entered',
        output,
        ...(branch && { branch: { taken: branch.taken, not_taken: [...branch.notTaken] } }),
      });
    } catch (error) {
      if (!this.#context.awaitsValue(error, address)) throw error;
    }
  }
}

function failureOf({ pause, decision, message }: AnsweredPause): Failure {
  if (pause.error && (decision !== 'fail' || message === undefined)) return pause.error;
  return { kind: 'explicit_failure', message: message ?? 'A person failed this step at a breakpoint.' };
}
