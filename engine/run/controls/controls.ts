import type { Decision } from '../../action';
import type { ChunkedLoops } from '../chunks/chunked-loops';
import { chunkFailure } from '../chunks/chunks';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import { maskDecision } from '../masking/mask';
import { type Prepared, secretNames } from '../params/prepare';
import { checkedBy } from '../state/checks';
import { isTerminal } from '../state/fold';
import { pausedMs } from '../state/paused-time';
import { runScope } from '../state/scope';
import type { IterationsState, UnitState } from '../state/state';
import { childOf, parentOf, type UnitAddress, unitKey } from '../state/unit';
import type { Attempts } from '../units/attempts';
import type { Endings } from '../units/endings';
import type { Computations } from './computations';
import { decide, outcomeOf } from './control';
import { decisionToEvents } from './decision-events';
import { refuseDecision } from './decision-limits';
import { liveSteps } from './live-steps';
import { Loops } from './loops';
import { type OneIteration, oneIteration } from './one-iteration';

/** Largest number of iterations started at a time: bounds a turn. */
const ITERATIONS_PER_TURN = 100;

export interface ControlsParts {
  readonly endings: Endings;
  readonly attempts: Attempts;
  readonly chunks: ChunkedLoops;
  readonly computations: Computations;
}

/** Drives units whose action is a control: their waits, their iterations and their time limit. */
export class Controls implements Subsystem {
  readonly #context: RunContext;
  readonly #endings: Endings;
  readonly #attempts: Attempts;
  readonly #chunks: ChunkedLoops;
  readonly #computations: Computations;
  readonly #loops = new Loops();
  /** Parameters of active attempts: derived from the journal, computed once. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(context: RunContext, { endings, attempts, chunks, computations }: ControlsParts) {
    this.#context = context;
    this.#endings = endings;
    this.#attempts = attempts;
    this.#chunks = chunks;
    this.#computations = computations;
  }

  /** Proceeds with an attempt whose start is recorded. */
  started(address: UnitAddress, prepared: Prepared): void {
    this.#prepared.set(unitKey(address), prepared);
    this.#computations.drop(address);
    // A person may repeat a loop that failed.
    this.#loops.drop(address);
    this.limitTime(address);
    this.#decide(address);
  }

  /** Proceeds with an attempt whose timer fired or whose iteration ended. */
  proceed(address: UnitAddress): void {
    const unit = this.#context.unit(address);
    if (this.#isOverdue(address, unit)) {
      this.#endOverdue(address, unit);
      return;
    }
    // Its limit may have moved: paused time does not count.
    if (!this.#context.timers.has(limitKey(address))) this.limitTime(address);
    if (this.#context.isEarly(unit) && !this.#context.hasNewSignal(address, unit))
      this.#context.wakeLater(address);
    else if (this.#computations.isUnderWay(address)) return;
    else if (unit.status === 'running' && unit.chunks) this.#chunks.proceed(address);
    else if (unit.status === 'running' && unit.iterations) this.#progress(address, unit.iterations);
    else this.#decide(address);
  }

  /** Sets the timer that ends an attempt which takes too long. */
  limitTime(address: UnitAddress): void {
    const at = this.#overdueAt(address, this.#context.unit(address));
    if (at !== undefined) this.#context.wakeAt(limitKey(address), new Date(at), address);
  }

  /** Sets the time limits of all active attempts again: they did not count during a pause. */
  limitTimes(): void {
    for (const [step, unit] of this.#context.state.steps) this.#limitBelow({ step, iteration: [] }, unit);
  }

  #limitBelow(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status)) return;
    for (const [index, child] of unit.iterations?.units ?? [])
      this.#limitBelow(childOf(address, index), child);
    if (this.#context.isControl(unit)) this.limitTime(address);
  }

  unitEnded(address: UnitAddress): void {
    this.#context.timers.clear(limitKey(address));
    this.#prepared.delete(unitKey(address));
    this.#loops.drop(address);
    const loop = parentOf(address);
    if (!loop) return;
    this.#loops.ended(loop, this.#context.unit(address));
    this.#context.turns.proceedLater(loop);
  }

  #decide(address: UnitAddress): void {
    if (this.#isChunk(address)) {
      this.#endChunk(address);
      return;
    }
    const unit = this.#context.unit(address);
    const attempt = unit.attempts.length;
    try {
      const prepared = this.#preparedFor(address, unit);
      if (prepared?.definition.kind !== 'control') return;
      const { state, graph } = this.#context;
      const { names } = this.#context.source(address);
      const { now } = this.#context;
      const decision = decide({
        prepared,
        definition: prepared.definition,
        unit,
        now,
        pausedMs: pausedMs(state, now.getTime()),
        computed: this.#computations.result(address),
        dependencies: state.chunk?.upstream ?? graph.steps.get(address.step)?.upstream ?? [],
        outcome: (id) => outcomeOf(state.steps.get(id), state.loaded),
        liveSteps: (expression) => liveSteps(expression, this.#context),
        scope: () => runScope(state, now, names),
        log: (level, message) => this.#context.log(address, attempt, level, message),
      });
      const masked = maskDecision(decision, this.#context.revealed.hidden(address));
      this.#apply(address, prepared, oneIteration(state, address, masked));
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) return;
      this.#endings.settleFailure(address, this.#context.failureOf(error));
    }
  }

  /** Whether this is the step of a run that is a chunk. Such a step decides nothing and only has iterations. */
  #isChunk({ step, iteration }: UnitAddress): boolean {
    return iteration.length === 0 && this.#context.state.chunk?.step === step;
  }

  #endChunk(address: UnitAddress): void {
    const failure = chunkFailure(this.#context.unit(address));
    if (failure) this.#endings.settleFailure(address, failure);
    else
      this.#context.record({ type: 'step_completed', step: address.step, attempt: 1, output: { value: {} } });
  }

  /**
   * The parameters as they were when the attempt started, also after a takeover; undefined while its secrets are being
   * fetched.
   */
  #preparedFor(address: UnitAddress, unit: UnitState): Prepared | undefined {
    const known = this.#prepared.get(unitKey(address));
    if (known) return known;
    const source = this.#context.source(address);
    const secrets = this.#context.revealed.get(address, secretNames(source.params));
    if (!secrets) return undefined;
    const attempt = unit.attempts.at(-1);
    const now = attempt ? new Date(attempt.resolvedAt) : this.#context.now;
    const prepared = this.#context.prepare(address, source, secrets, now, attempt?.signals);
    this.#prepared.set(unitKey(address), prepared);
    return prepared;
  }

  #apply(
    address: UnitAddress,
    { definition }: Prepared,
    { decision, only }: { decision: Decision; only?: OneIteration },
  ): void {
    if (decision.do === 'fail') {
      this.#endings.settleFailure(address, decision.error, decision.endsRun);
      return;
    }
    if (decision.do === 'compute') {
      this.#computations.start(address, decision.program);
      return;
    }
    const { memoryUse, state } = this.#context;
    const refusal = refuseDecision(memoryUse, decision, checkedBy(state, address));
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    if (decision.do === 'iterate' && this.#chunks.usesChunks(address, decision)) {
      this.#chunks.plan(address, decision);
      return;
    }
    const tooMany =
      decision.do === 'iterate' &&
      (memoryUse.refuseAttempts(decision.items.length) ??
        memoryUse.takeItems(decision.items.length, checkedBy(state, address)));
    if (tooMany) {
      this.#endings.settleFailure(address, tooMany);
      return;
    }
    if (decision.do === 'iterate') this.#context.dropPoll(address, decision.items[0]);
    const attempt = this.#context.unit(address).attempts.length;
    for (const event of decisionToEvents({
      address,
      attempt,
      definition,
      decision,
      only,
      now: this.#context.now,
    })) {
      this.#context.record(event);
    }
    if (decision.do === 'wait') this.#context.wakeLater(address);
    if (decision.do === 'iterate') this.#context.turns.proceedLater(address);
  }

  /** Starts as many iterations as may run concurrently. Once all have ended, the control decides again. */
  #progress(address: UnitAddress, iterations: IterationsState): void {
    for (let started = 0; started < ITERATIONS_PER_TURN && this.#context.hasTurnBudget(); started += 1) {
      const overflow = this.#loops.overflow(address, iterations);
      if (overflow) {
        this.#endings.cancelIterations(address, overflow.message);
        this.#endings.settleFailure(address, overflow);
        return;
      }
      const index = this.#loops.take(address, iterations);
      if (index === undefined) {
        if (this.#loops.isIdle(address, iterations)) this.#decide(address);
        return;
      }
      this.#begin(childOf(address, index));
      if (isTerminal(this.#context.unit(address).status)) return;
    }
    this.#context.turns.proceedLater(address);
  }

  #begin(address: UnitAddress): void {
    const control = this.#attempts.begin(address);
    if (control) this.started(address, control);
  }

  /** The deadline of an attempt, in ms since 1970. An effect has a deadline of its own, which aborts it. */
  #overdueAt(address: UnitAddress, unit: UnitState): number | undefined {
    const { state } = this.#context;
    // While a unit is paused at a breakpoint, no time passes for timeouts.
    if (state.pauses > 0) return undefined;
    const seconds = this.#context.source(address).step.timeoutSeconds;
    const attempt = unit.attempts.at(-1);
    if (seconds === undefined || !attempt) return undefined;
    return Date.parse(attempt.startedAt) + seconds * 1000 + state.pausedMs - attempt.pausedMs;
  }

  #isOverdue(address: UnitAddress, unit: UnitState): boolean {
    const at = this.#overdueAt(address, unit);
    return at !== undefined && at <= this.#context.now.getTime();
  }

  #endOverdue(address: UnitAddress, unit: UnitState): void {
    const { timeoutSeconds } = this.#context.source(address).step;
    const message = `Attempt ${unit.attempts.length} took longer than ${timeoutSeconds} s.`;
    this.#computations.drop(address);
    this.#endings.cancelIterations(address, message);
    this.#endings.settleFailure(address, { kind: 'timeout', message });
  }
}

function limitKey(address: UnitAddress): string {
  return `${unitKey(address)}(limit)`;
}
