import { DEFAULT_MAX_PARALLEL_STEPS } from '../../pipeline/schema';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import { NotLoaded } from '../state/payload';
import { runScope } from '../state/scope';
import type { StepStatus } from '../state/state';
import type { UnitAddress } from '../state/unit';
import type { Attempts } from '../units/attempts';
import type { UnitDriver } from '../units/unit-driver';
import { Frontier, judge, type StepDecision } from './plan';
import { Slots } from './slots';

/** Decides when steps begin: once they are ready, their condition is true, and a slot is free. */
export class Schedule implements Subsystem {
  readonly #context: RunContext;
  readonly #driver: UnitDriver;
  readonly #attempts: Attempts;
  readonly #frontier: Frontier;
  readonly #slots: Slots;
  #ended = 0;
  /** Steps whose condition needs a value that is being read. */
  readonly #unjudged = new Set<string>();

  constructor(context: RunContext, driver: UnitDriver, attempts: Attempts) {
    const { graph, state } = context;
    this.#context = context;
    this.#driver = driver;
    this.#attempts = attempts;
    this.#frontier = new Frontier(graph, state);
    this.#slots = new Slots(graph.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS);
    for (const id of graph.steps.keys()) {
      const status = state.steps.get(id)?.status ?? 'pending';
      if (isTerminal(status)) this.#ended += 1;
      if (status === 'running') this.#slots.take(id);
    }
  }

  /** Whether every step has ended. */
  get isDone(): boolean {
    return this.#ended >= this.#context.graph.steps.size;
  }

  /** Whether a step can begin, or be decided about, now. */
  get hasWork(): boolean {
    return this.#frontier.ready.length > 0 || this.#slots.hasNext;
  }

  /** Only a running step occupies a slot: waits and retries release theirs. */
  unitChanged({ step, iteration }: UnitAddress, status: StepStatus): void {
    if (iteration.length > 0) return;
    if (status === 'running') this.#slots.take(step);
    else this.#slots.release(step);
    if (!isTerminal(status)) return;
    this.#ended += 1;
    this.#frontier.ended(step);
  }

  /** Proceeds with a unit. Another attempt of a step needs a slot; its current attempt and its iterations have one. */
  proceed(address: UnitAddress): void {
    const driver = this.#driver;
    const { step, iteration } = address;
    if (iteration.length === 0 && this.#unjudged.delete(step)) this.#judge(step, false);
    else if (iteration.length > 0 || !driver.wantsAttempt(address)) driver.proceed(address);
    else if (this.#slots.isOpen || this.#slots.has(step)) this.#again(step);
    else this.#slots.enqueue(step);
  }

  /** Decides about the next ready step, or begins one that waited for a slot. @returns false when there is none */
  next(): boolean {
    const waited = this.#slots.next();
    const id = waited ?? this.#frontier.take();
    if (id === undefined) return false;
    const { status, decided } = this.#context.state.steps.get(id) ?? PENDING_UNIT;
    if (decided && waited === undefined) this.proceed({ step: id, iteration: [] });
    else if (status === 'pending' && !decided) this.#judge(id, waited !== undefined);
    else if (waited !== undefined) this.#again(id);
    return true;
  }

  #again(step: string): void {
    const address = { step, iteration: [] };
    if (!this.#driver.wantsAttempt(address)) return;
    this.#slots.take(step);
    this.#driver.proceed(address);
  }

  #judge(step: string, hasWaited: boolean): void {
    const { graph, state } = this.#context;
    const address = { step, iteration: [] };
    let decision: StepDecision;
    try {
      decision = judge(graph, state, step, runScope(state, this.#context.now));
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) this.#unjudged.add(step);
      else if (error instanceof NotLoaded) {
        this.#attempts.failBeforeStart(address, { ...this.#context.failureOf(error), path: 'condition' });
      } else throw error;
      return;
    }
    switch (decision.do) {
      case 'wait':
        return;
      case 'skip': {
        const { reason, detail } = decision;
        this.#context.record({
          type: 'step_skipped',
          step,
          reason,
          ...(detail === undefined ? {} : { detail }),
        });
        return;
      }
      case 'fail':
        this.#attempts.failBeforeStart(address, decision.error);
        return;
      case 'start':
        if (!hasWaited && !this.#slots.isOpen) {
          this.#slots.enqueue(step);
          return;
        }
        // It occupies the slot from now on, although its secrets may still have to be fetched.
        this.#slots.take(step);
        this.#driver.begin(address);
    }
  }
}
