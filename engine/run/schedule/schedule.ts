import type { Graph } from '../../pipeline/graph';
import { DEFAULT_MAX_PARALLEL_STEPS } from '../../pipeline/schema';
import type { Clock } from '../../ports';
import type { RunEventBody } from '../state/events';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import { NotLoaded } from '../state/payload';
import { runScope } from '../state/scope';
import type { RunState, StepStatus } from '../state/state';
import type { UnitAddress } from '../state/unit';
import type { UnitDriver } from '../units/unit-driver';
import { Frontier, judge, type StepDecision } from './plan';
import { Slots } from './slots';

export interface ScheduleOptions {
  readonly graph: Graph;
  readonly state: RunState;
  readonly clock: Clock;
  readonly driver: UnitDriver;
  readonly record: (body: RunEventBody) => void;
  /** Calls `proceed` with this step at the next turn. */
  readonly proceedLater: (address: UnitAddress) => void;
}

/** Decides which steps begin when: those that are ready, whose condition is true, and that have a slot. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #frontier: Frontier;
  readonly #slots: Slots;
  #ended = 0;
  /** Steps whose condition waits for a value that is being read. */
  readonly #unjudged = new Set<string>();

  constructor(options: ScheduleOptions) {
    const { graph, state } = options;
    this.#options = options;
    this.#frontier = new Frontier(graph, state);
    this.#slots = new Slots(graph.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS);
    for (const id of graph.steps.keys()) {
      const status = state.steps.get(id)?.status ?? 'pending';
      if (isTerminal(status)) this.#ended += 1;
      if (status === 'running') this.#slots.take(id);
    }
  }

  /** Every step has ended. */
  get isDone(): boolean {
    return this.#ended >= this.#options.graph.steps.size;
  }

  /** A step can begin, or be judged, now. */
  get hasWork(): boolean {
    return this.#frontier.ready.length > 0 || this.#slots.hasNext;
  }

  /** A step has changed. Only a running step occupies a slot: waits and retries release theirs. */
  changed(step: string, status: StepStatus): void {
    if (status === 'running') this.#slots.take(step);
    else this.#slots.release(step);
    if (!isTerminal(status)) return;
    this.#ended += 1;
    this.#frontier.ended(step);
  }

  /** Proceeds with a unit. Another attempt of a step needs a slot; its current attempt and its iterations have one. */
  proceed(address: UnitAddress): void {
    const { driver } = this.#options;
    const { step, iteration } = address;
    if (iteration.length === 0 && this.#unjudged.delete(step)) this.#judge(step, false);
    else if (iteration.length > 0 || !driver.wantsAttempt(address)) driver.proceed(address);
    else if (this.#slots.isOpen || this.#slots.has(step)) this.#again(step);
    else this.#slots.enqueue(step);
  }

  /** Judges the next ready step, or begins one that waited for a slot. @returns false when there is none */
  next(): boolean {
    const waited = this.#slots.next();
    const id = waited ?? this.#frontier.take();
    if (id === undefined) return false;
    const { status } = this.#options.state.steps.get(id) ?? PENDING_UNIT;
    if (status === 'pending') this.#judge(id, waited !== undefined);
    else if (waited !== undefined) this.#again(id);
    return true;
  }

  #again(step: string): void {
    const address = { step, iteration: [] };
    if (!this.#options.driver.wantsAttempt(address)) return;
    this.#slots.take(step);
    this.#options.driver.proceed(address);
  }

  #judge(step: string, hasWaited: boolean): void {
    const { graph, state, clock, driver, record } = this.#options;
    const address = { step, iteration: [] };
    let decision: StepDecision;
    try {
      decision = judge(graph, state, step, runScope(state, clock.now()));
    } catch (error) {
      if (driver.awaitsValue(error, () => this.#options.proceedLater(address))) this.#unjudged.add(step);
      else if (error instanceof NotLoaded) {
        driver.failBeforeStart(address, { ...driver.failureOf(error), path: 'condition' });
      } else throw error;
      return;
    }
    switch (decision.do) {
      case 'wait':
        return;
      case 'skip': {
        const { reason, detail } = decision;
        record({ type: 'step_skipped', step, reason, ...(detail === undefined ? {} : { detail }) });
        return;
      }
      case 'fail':
        driver.failBeforeStart(address, decision.error);
        return;
      case 'start':
        if (!hasWaited && !this.#slots.isOpen) {
          this.#slots.enqueue(step);
          return;
        }
        // Taken from now on: its secrets may still be fetched before it runs.
        this.#slots.take(step);
        driver.begin(address);
    }
  }
}
