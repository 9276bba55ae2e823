import type { Decision } from '../../action';
import { toFailure } from '../../errors';
import { ChunkedLoops } from '../chunks/chunked-loops';
import { chunkFailure } from '../chunks/chunks';
import { maskDecision } from '../masking/mask';
import { checkedBy } from '../state/checks';
import { isTerminal } from '../state/fold';
import { runScope } from '../state/scope';
import { type IterationsState, publicRunId, type UnitState } from '../state/state';
import { childOf, parentOf, type UnitAddress, unitKey } from '../state/unit';
import type { Endings } from '../units/endings';
import { type Prepared, secretNames } from '../units/prepare';
import type { UnitContext } from '../units/unit-context';
import { Computations } from './computations';
import { decide, outcomeOf } from './control';
import { decisionToEvents } from './decision-events';
import { refuseDecision } from './decision-limits';
import { Loops } from './loops';

/** Iterations started in one go: bounds a turn. */
const ITERATIONS_PER_TURN = 100;

/** Drives units whose action is a control: their waits, their iterations and their time limit. */
export class Controls {
  readonly #context: UnitContext;
  readonly #endings: Endings;
  readonly #begin: (address: UnitAddress) => void;
  readonly #loops = new Loops();
  /** Parameters of active attempts: derived from the journal, computed once. */
  readonly #prepared = new Map<string, Prepared>();

  readonly #computations: Computations;
  readonly #chunked: ChunkedLoops;

  constructor(context: UnitContext, endings: Endings, begin: (address: UnitAddress) => void) {
    this.#context = context;
    this.#endings = endings;
    this.#begin = begin;
    this.#chunked = new ChunkedLoops(context, endings);
    const { state, world } = context.options;
    const caller = () => ({ pipelineId: state.pipelineId, runId: publicRunId(state) });
    this.#computations = new Computations(world.sandbox, caller, {
      done: (address) => context.options.proceedLater(address),
      failed: (address, error) => {
        endings.settleFailure(address, toFailure(error));
        context.options.signal();
      },
    });
  }

  /** A computation or an operation of the chunk store is in progress, and will report. */
  get isBusy(): boolean {
    return this.#computations.isBusy || this.#chunked.isBusy;
  }

  /** Takes the operations that wait for the journal; the function starts them. */
  take(): () => void {
    return this.#chunked.take();
  }

  /** Pauses or resumes the chunks of loops together with the run. */
  applyHold(): void {
    this.#chunked.applyHold();
  }

  /** Checks all chunked loops at the next turn. */
  recheckChunks(): void {
    this.#chunked.recheck();
  }

  /** Cancels what is still active for a loop that has ended. */
  recoverEnded(address: UnitAddress, unit: UnitState): void {
    this.#chunked.cancelChunks(address, unit);
  }

  /** Ends every computation; their outcomes are ignored. */
  abandon(): void {
    this.#computations.dropAll();
    this.#chunked.abandon();
  }

  /** Proceeds with an attempt whose start is recorded. */
  started(address: UnitAddress, prepared: Prepared): void {
    this.#prepared.set(unitKey(address), prepared);
    this.#computations.drop(address);
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
    if (!this.#context.options.timers.has(limitKey(address))) this.limitTime(address);
    if (this.#context.isEarly(unit) && !this.#context.hasNewSignal(address, unit))
      this.#context.wakeLater(address);
    else if (this.#computations.isUnderWay(address)) return;
    else if (unit.status === 'running' && unit.chunks) this.#chunked.proceed(address);
    else if (unit.status === 'running' && unit.iterations) this.#progress(address, unit.iterations);
    else this.#decide(address);
  }

  /** Sets the timer that ends an attempt which takes too long. */
  limitTime(address: UnitAddress): void {
    const at = this.#overdueAt(address, this.#context.unit(address));
    if (at !== undefined) this.#context.wakeAt(limitKey(address), new Date(at), address);
  }

  /** Drops the state of an attempt that has ended. */
  drop(address: UnitAddress): void {
    this.#context.options.timers.clear(limitKey(address));
    this.#prepared.delete(unitKey(address));
    this.#loops.drop(address);
    this.#chunked.drop(address);
    this.#computations.drop(address);
  }

  /** Notifies the loop around an iteration that this one has ended. */
  notifyLoop(address: UnitAddress): void {
    const loop = parentOf(address);
    if (!loop) return;
    this.#loops.ended(loop, this.#context.unit(address));
    this.#context.options.proceedLater(loop);
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
      const { state, graph } = this.#context.options;
      const { names } = this.#context.source(address);
      const { now } = this.#context;
      const decision = decide({
        prepared,
        definition: prepared.definition,
        unit,
        now,
        pausedMs: state.pausedMs,
        computed: this.#computations.result(address),
        dependencies: state.chunk?.upstream ?? graph.steps.get(address.step)?.upstream ?? [],
        outcome: (id) => outcomeOf(state.steps.get(id), state.loaded),
        scope: () => runScope(state, now, names),
        log: (level, message) => this.#context.log(address, attempt, level, message),
      });
      this.#apply(address, prepared, maskDecision(decision, this.#context.revealed.hidden(address)));
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) return;
      this.#endings.settleFailure(address, this.#context.failureOf(error));
    }
  }

  /** The step of a run that is a chunk: it decides nothing and only has iterations. */
  #isChunk({ step, iteration }: UnitAddress): boolean {
    return iteration.length === 0 && this.#context.options.state.chunk?.step === step;
  }

  #endChunk(address: UnitAddress): void {
    const failure = chunkFailure(this.#context.unit(address));
    if (failure) this.#endings.settleFailure(address, failure);
    else
      this.#context.record({ type: 'step_completed', step: address.step, attempt: 1, output: { value: {} } });
  }

  /** After a takeover, as they were when the attempt started; undefined while its secrets are on their way. */
  #preparedFor(address: UnitAddress, unit: UnitState): Prepared | undefined {
    const known = this.#prepared.get(unitKey(address));
    if (known) return known;
    const source = this.#context.source(address);
    const secrets = this.#context.revealed.get(address, secretNames(source.params));
    if (!secrets) return undefined;
    const attempt = unit.attempts.at(-1);
    const now = attempt ? new Date(attempt.startedAt) : this.#context.now;
    const prepared = this.#context.prepare(source, secrets, now, attempt?.signals);
    this.#prepared.set(unitKey(address), prepared);
    return prepared;
  }

  #apply(address: UnitAddress, { definition }: Prepared, decision: Decision): void {
    if (decision.do === 'fail') {
      this.#endings.settleFailure(address, decision.error, decision.endsRun);
      return;
    }
    if (decision.do === 'compute') {
      this.#computations.start(address, decision.program);
      return;
    }
    const { memoryUse, state } = this.#context.options;
    const refusal = refuseDecision(memoryUse, decision, checkedBy(state, address));
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    if (decision.do === 'iterate' && this.#chunked.usesChunks(address, decision)) {
      this.#chunked.plan(address, decision);
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
    if (decision.do === 'iterate') this.#context.dropCheck(address);
    const attempt = this.#context.unit(address).attempts.length;
    for (const event of decisionToEvents({
      address,
      attempt,
      definition,
      decision,
      now: this.#context.now,
    })) {
      this.#context.record(event);
    }
    if (decision.do === 'wait') this.#context.wakeLater(address);
    if (decision.do === 'iterate') this.#context.options.proceedLater(address);
  }

  /** Starts as many iterations as may run concurrently; asks the control again when none is left. */
  #progress(address: UnitAddress, iterations: IterationsState): void {
    for (
      let started = 0;
      started < ITERATIONS_PER_TURN && this.#context.options.hasTurnBudget();
      started += 1
    ) {
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
    this.#context.options.proceedLater(address);
  }

  /** When the attempt must have ended, ms since 1970. An effect has a deadline of its own, which aborts it. */
  #overdueAt(address: UnitAddress, unit: UnitState): number | undefined {
    const seconds = this.#context.source(address).step.timeoutSeconds;
    const attempt = unit.attempts.at(-1);
    if (seconds === undefined || !attempt) return undefined;
    const pausedMs = this.#context.options.state.pausedMs - attempt.pausedMs;
    return Date.parse(attempt.startedAt) + seconds * 1000 + pausedMs;
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
