import type { Json } from '../json';
import { driveSync, type Pausing } from '../pausing';
import { assemble, type RunParts } from './assemble';
import { chunkPipeline } from './chunks/chunks';
import type { RunCommand } from './context/command-queue';
import { RunContext } from './context/run-context';
import { isDeciding } from './context/subsystem';
import { endIfDone } from './lifecycle/run-end';
import type { RunnerOptions } from './runner-options';
import { isTerminal } from './state/fold';
import type { RunState } from './state/state';
import type { InterruptAnswer } from './units/interruption';

export type { RunnerOptions } from './runner-options';
export type { InterruptAnswer } from './units/interruption';

/** How `run` returned: the run has ended, or it is parked until `wakeAt` (undefined: until a command). */
export type RunnerEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly wakeAt: string | undefined };

/**
 * Executes one run from its journal to its end. It plans, executes and records; all its knowledge is in the journal, so
 * another runner can take over from any event. Events are durable before any effect that follows from them starts.
 */
export class Runner {
  readonly #context: RunContext;
  readonly #parts: RunParts;
  #isParked = false;
  #missedWakeup = false;

  constructor(options: RunnerOptions) {
    const { chunk } = options.state;
    const pipeline = chunk ? chunkPipeline(options.pipeline, chunk) : options.pipeline;
    this.#context = new RunContext({ ...options, pipeline });
    this.#parts = assemble(this.#context);
  }

  /** The fold of its journal, without the values of checks that no condition reads again. */
  get state(): RunState {
    return this.#context.state;
  }

  /** Runs until the run has ended or only long waits remain. @throws what the journal threw; nothing more is written then */
  async run(): Promise<RunnerEnd> {
    try {
      if (isTerminal(this.state.status)) return { ended: true };
      this.#begin();
      for (;;) {
        const end = await this.#turn();
        if (end) return end;
      }
    } catch (error) {
      this.abandon();
      throw error;
    } finally {
      this.#context.release();
    }
  }

  /** Requests cancellation: aborts what is in flight, starts nothing more. */
  cancel(): void {
    this.#parts.stops.requestCancel();
  }

  /** Checks chunked loops at the next turn: a chunk may have ended. */
  recheckChunks(): void {
    this.#missedWakeup = this.#isParked;
    for (const part of this.#context.subsystems) part.recheck?.();
  }

  /** It was notified after it had decided to park: it must be woken again. */
  get missedWakeup(): boolean {
    return this.#missedWakeup;
  }

  /** Takes another turn even without news; `onIdle` is called again after it. */
  requestTurn(): void {
    this.#context.turns.signal();
  }

  /** Starts nothing more until `resume`; what is in flight ends. @param command its number, so that it is applied once */
  pause(command?: number): void {
    this.#enqueue({ do: 'pause' }, command);
  }

  /** Resumes a run that is paused or quarantined. @param command its number, so that it is applied once */
  resume(command?: number): void {
    this.#enqueue({ do: 'resume' }, command);
  }

  /** Sends a value, which conditions read as `signals.<name>`. @param command its number, so that it is applied once */
  sendSignal(name: string, value: Json, command?: number): void {
    this.#enqueue({ do: 'signal', name, value }, command);
  }

  /** Starts nothing more: too many workers died while they executed the run. @param detail a sentence for people */
  quarantine(detail: string): void {
    this.#context.quarantine(detail);
  }

  /** Number of the newest command that was applied: those up to it need not be passed again. */
  get lastAppliedCommand(): number {
    return this.#context.commands.lastApplied;
  }

  /** Answers an `unknown_effect` wait; an answer that no unit waits for is ignored. */
  resolveInterrupted(unit: { step: string; iteration?: readonly number[] }, answer: InterruptAnswer): void {
    this.#parts.driver.answerLater({ step: unit.step, iteration: unit.iteration ?? [] }, answer);
  }

  /**
   * Starts nothing for now, without an event; what is in flight ends and is recorded. Then `run` waits for `unsuspend`
   * (`stay`), or returns (`leave`).
   */
  suspend(how: 'stay' | 'leave'): void {
    this.#parts.idleness.suspend(how);
  }

  /** Ends a suspension. */
  unsuspend(): void {
    this.#parts.idleness.unsuspend();
  }

  /** Stops immediately and writes nothing more: the lease is lost, or the process is going down. */
  abandon(): void {
    this.#context.abandon();
  }

  /** Takes over the run: commands to the whole run first, so that nothing starts that must stop. */
  #begin(): void {
    const { state, subsystems } = this.#context;
    this.#applyCommands();
    // Its chunks may not know yet.
    if (state.hold) this.#holdChanged();
    for (const [step, unit] of [...state.steps]) {
      for (const part of subsystems) part.recover?.({ step, iteration: [] }, unit);
    }
  }

  #enqueue(command: RunCommand, number?: number): void {
    this.#context.commands.add(command, number);
    this.#context.turns.signal();
  }

  /** Applies the commands to the whole run. */
  #applyCommands(): void {
    const { state, commands } = this.#context;
    const { driver, limit, stops } = this.#parts;
    const { hold, signals } = state;
    for (const event of commands.takeEvents()) this.#context.record(event);
    if (state.status === 'pending' && !state.hold) this.#context.record({ type: 'run_started' });
    limit.keep();
    if (hold !== state.hold) this.#holdChanged();
    if (signals !== state.signals) driver.wakeSignalled();
    stops.apply();
  }

  #holdChanged(): void {
    for (const part of this.#context.subsystems) part.holdChanged?.();
  }

  /** Records what can happen now, makes it durable, starts the effects that follow from it, then waits for news. */
  async #turn(): Promise<RunnerEnd | undefined> {
    const { turns, subsystems } = this.#context;
    const { idleness } = this.#parts;
    turns.begin();
    await this.#advance();
    const starts = subsystems.map((part) => part.takeStarts?.());
    await this.#context.flush(() => idleness.wakeAt);
    turns.throwFault();
    if (this.#context.isAbandoned) return { ended: false, wakeAt: undefined };
    for (const start of starts) start?.();
    if (isTerminal(this.state.status)) return this.#leave({ ended: true });
    if (turns.hasNews || idleness.hasWork) return undefined;
    if (idleness.mayPark) {
      this.#isParked = true;
      return this.#leave({ ended: false, wakeAt: idleness.wakeAt });
    }
    const news = turns.news();
    this.#notifyIdle();
    await news;
    return undefined;
  }

  #notifyIdle(): void {
    const { subsystems, state, timers, options } = this.#context;
    if (isDeciding(subsystems) || this.#context.isMemoryBlocked) return;
    options.onIdle?.(state.hold ? undefined : timers.next);
  }

  #leave(end: RunnerEnd): RunnerEnd {
    this.#context.timers.clearAll();
    return end;
  }

  /** Records everything that can happen now without waiting for effects. What takes long lets others have their turn. */
  async #advance(): Promise<void> {
    const work = this.#advancing();
    const { drive = driveSync } = this.#context.options.world;
    if (!work.next().done) await drive(work);
  }

  /** Pauses after each step, once it has taken a while. */
  *#advancing(): Pausing<void> {
    const { turns } = this.#context;
    const { driver, schedule, stops, idleness } = this.#parts;
    if (this.#context.isAbandoned) return;
    this.#applyCommands();
    driver.applyAnswers();
    let isMore = true;
    turns.grantTime();
    while (isMore && !this.#context.isAbandoned && !idleness.isSuspended && this.#context.hasTurnBudget()) {
      stops.apply();
      const due = turns.takeDue();
      if (due) schedule.proceed(due);
      else isMore = schedule.next();
      if (turns.isLong) yield;
    }
    endIfDone(this.#context, this.#parts);
  }
}
