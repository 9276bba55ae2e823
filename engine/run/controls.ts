import type { Decision } from '../action';
import { toFailure } from '../errors';
import { checkedBy } from './checks';
import { ChunkedLoops } from './chunked-loops';
import { chunkFailure } from './chunks';
import { Computations } from './computations';
import { decide, outcomeOf } from './control';
import { refuseDecision } from './decision-limits';
import type { Endings } from './endings';
import { isTerminal } from './fold';
import { Loops } from './loops';
import { maskDecision } from './mask';
import { obey } from './obey';
import { type Prepared, secretNames } from './prepare';
import { runScope } from './scope';
import { type IterationsState, publicRunId, type UnitState } from './state';
import { childOf, parentOf, type UnitAddress, unitKey } from './unit';
import type { UnitDesk } from './unit-desk';

/** Iterations started in one go: bounds a turn. */
const ITERATIONS_PER_TURN = 100;

/** Drives units whose action decides what comes next: their waits, their iterations and their time limit. */
export class Controls {
  readonly #desk: UnitDesk;
  readonly #endings: Endings;
  readonly #begin: (address: UnitAddress) => void;
  readonly #loops = new Loops();
  /** Parameters of attempts under way: what the journal tells, worked out once. */
  readonly #prepared = new Map<string, Prepared>();

  readonly #computations: Computations;
  readonly #chunked: ChunkedLoops;

  constructor(desk: UnitDesk, endings: Endings, begin: (address: UnitAddress) => void) {
    this.#desk = desk;
    this.#endings = endings;
    this.#begin = begin;
    this.#chunked = new ChunkedLoops(desk, endings);
    const { state, world } = desk.options;
    const caller = () => ({ pipelineId: state.pipelineId, runId: publicRunId(state) });
    this.#computations = new Computations(world.sandbox, caller, {
      done: (address) => desk.options.goOnLater(address),
      failed: (address, error) => {
        endings.settleFailure(address, toFailure(error));
        desk.options.signal();
      },
    });
  }

  /** A computation is under way, and will report; or the store of the parts of a loop will. */
  get isBusy(): boolean {
    return this.#computations.isBusy || this.#chunked.isBusy;
  }

  /** What waits for the journal; the function starts it. */
  take(): () => void {
    return this.#chunked.take();
  }

  /** Hands on to the parts of loops that the run is held, or goes on. */
  obeyHold(): void {
    this.#chunked.obeyHold();
  }

  /** Looks how loops in parts stand. */
  hear(): void {
    this.#chunked.hear();
  }

  /** Makes sure that nothing is left at work for a loop that has ended. */
  recoverEnded(address: UnitAddress, unit: UnitState): void {
    this.#chunked.callOff(address, unit);
  }

  /** Ends every computation; none is heard any more. */
  abandon(): void {
    this.#computations.dropAll();
    this.#chunked.abandon();
  }

  /** Goes on with an attempt whose start is on record. */
  started(address: UnitAddress, prepared: Prepared): void {
    this.#prepared.set(unitKey(address), prepared);
    this.#computations.drop(address);
    this.limitTime(address);
    this.#decide(address);
  }

  /** Goes on with an attempt whose timer fired or whose iteration ended. */
  goOn(address: UnitAddress): void {
    const unit = this.#desk.unit(address);
    if (this.#isOverdue(address, unit)) {
      this.#endOverdue(address, unit);
      return;
    }
    // Its limit may have moved: time while the run is held does not count.
    if (!this.#desk.options.timers.has(limitKey(address))) this.limitTime(address);
    if (this.#desk.isEarly(unit) && !this.#desk.hasNewSignal(address, unit)) this.#desk.wakeLater(address);
    else if (this.#computations.isUnderWay(address)) return;
    else if (unit.status === 'running' && unit.chunks) this.#chunked.goOn(address);
    else if (unit.status === 'running' && unit.iterations) this.#progress(address, unit.iterations);
    else this.#decide(address);
  }

  /** Sets the call that ends an attempt which takes too long. */
  limitTime(address: UnitAddress): void {
    const at = this.#overdueAt(address, this.#desk.unit(address));
    if (at !== undefined) this.#desk.wakeAt(limitKey(address), new Date(at), address);
  }

  /** Drops what was held for an attempt that has ended. */
  drop(address: UnitAddress): void {
    this.#desk.options.timers.clear(limitKey(address));
    this.#prepared.delete(unitKey(address));
    this.#loops.drop(address);
    this.#chunked.drop(address);
    this.#computations.drop(address);
  }

  /** Tells the loop around an iteration that this one has ended. */
  tellLoop(address: UnitAddress): void {
    const loop = parentOf(address);
    if (!loop) return;
    this.#loops.ended(loop, this.#desk.unit(address));
    this.#desk.options.goOnLater(loop);
  }

  #decide(address: UnitAddress): void {
    if (this.#isChunk(address)) {
      this.#endChunk(address);
      return;
    }
    const unit = this.#desk.unit(address);
    const attempt = unit.attempts.length;
    try {
      const prepared = this.#preparedFor(address, unit);
      if (prepared?.definition.kind !== 'control') return;
      const { state, graph } = this.#desk.options;
      const { names } = this.#desk.source(address);
      const { now } = this.#desk;
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
        log: (level, message) => this.#desk.log(address, attempt, level, message),
      });
      this.#obey(address, prepared, maskDecision(decision, this.#desk.revealed.hidden(address)));
    } catch (error) {
      if (this.#desk.awaitsValue(error, address)) return;
      this.#endings.settleFailure(address, this.#desk.failureOf(error));
    }
  }

  /** The step of a run that is a part of a loop: it decides nothing, its iterations are all there is to it. */
  #isChunk({ step, iteration }: UnitAddress): boolean {
    return iteration.length === 0 && this.#desk.options.state.chunk?.step === step;
  }

  #endChunk(address: UnitAddress): void {
    const failure = chunkFailure(this.#desk.unit(address));
    if (failure) this.#endings.settleFailure(address, failure);
    else this.#desk.record({ type: 'step_completed', step: address.step, attempt: 1, output: { value: {} } });
  }

  /** After a takeover, as they were when the attempt started; undefined while its secrets are on their way. */
  #preparedFor(address: UnitAddress, unit: UnitState): Prepared | undefined {
    const known = this.#prepared.get(unitKey(address));
    if (known) return known;
    const source = this.#desk.source(address);
    const secrets = this.#desk.revealed.get(address, secretNames(source.params));
    if (!secrets) return undefined;
    const attempt = unit.attempts.at(-1);
    const now = attempt ? new Date(attempt.startedAt) : this.#desk.now;
    const prepared = this.#desk.prepare(source, secrets, now, attempt?.signals);
    this.#prepared.set(unitKey(address), prepared);
    return prepared;
  }

  #obey(address: UnitAddress, { definition }: Prepared, decision: Decision): void {
    if (decision.do === 'fail') {
      this.#endings.settleFailure(address, decision.error, decision.endsRun);
      return;
    }
    if (decision.do === 'compute') {
      this.#computations.start(address, decision.program);
      return;
    }
    const { holdings, state } = this.#desk.options;
    const refusal = refuseDecision(holdings, decision, checkedBy(state, address));
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    if (decision.do === 'iterate' && this.#chunked.takes(address, decision)) {
      this.#chunked.plan(address, decision);
      return;
    }
    const tooMany = decision.do === 'iterate' && holdings.refuseAttempts(decision.items.length);
    if (tooMany) {
      this.#endings.settleFailure(address, tooMany);
      return;
    }
    if (decision.do === 'iterate') this.#desk.dropCheck(address);
    const attempt = this.#desk.unit(address).attempts.length;
    for (const event of obey({ address, attempt, definition, decision, now: this.#desk.now })) {
      this.#desk.record(event);
    }
    if (decision.do === 'wait') this.#desk.wakeLater(address);
    if (decision.do === 'iterate') this.#desk.options.goOnLater(address);
  }

  /** Starts as many iterations as may run at once; asks the control again when none is left. */
  #progress(address: UnitAddress, iterations: IterationsState): void {
    for (let started = 0; started < ITERATIONS_PER_TURN && this.#desk.options.hasRoom(); started += 1) {
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
      if (isTerminal(this.#desk.unit(address).status)) return;
    }
    this.#desk.options.goOnLater(address);
  }

  /** When the attempt must have ended, ms since 1970. An effect has a deadline of its own, which aborts it. */
  #overdueAt(address: UnitAddress, unit: UnitState): number | undefined {
    const seconds = this.#desk.source(address).step.timeoutSeconds;
    const attempt = unit.attempts.at(-1);
    if (seconds === undefined || !attempt) return undefined;
    const held = this.#desk.options.state.pausedMs - attempt.pausedMs;
    return Date.parse(attempt.startedAt) + seconds * 1000 + held;
  }

  #isOverdue(address: UnitAddress, unit: UnitState): boolean {
    const at = this.#overdueAt(address, unit);
    return at !== undefined && at <= this.#desk.now.getTime();
  }

  #endOverdue(address: UnitAddress, unit: UnitState): void {
    const { timeoutSeconds } = this.#desk.source(address).step;
    const message = `Attempt ${unit.attempts.length} took longer than ${timeoutSeconds} s.`;
    this.#computations.drop(address);
    this.#endings.cancelIterations(address, message);
    this.#endings.settleFailure(address, { kind: 'timeout', message });
  }
}

function limitKey(address: UnitAddress): string {
  return `${unitKey(address)}(limit)`;
}
