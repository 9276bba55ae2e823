import type { Json } from '../json';
import { driveSync, type Pausing } from '../pausing';
import { assemble, type RunParts } from './assemble';
import { chunkPipeline } from './chunks/chunks';
import type { RunCommand } from './context/command-queue';
import { RunContext } from './context/run-context';
import { isDeciding } from './context/subsystem';
import type { PauseAnswer } from './debug/answer';
import type { DebugSettings } from './debug/breakpoint';
import { endIfDone } from './lifecycle/run-end';
import { withInputs } from './rerun/inputs';
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
 * Executes one run from its journal to its end: plans, executes and records. Its whole state is in the journal, so
 * another runner can take over after any event. Events are durable before an effect that follows from them starts.
 */
export class Runner {
  readonly #context: RunContext;
  readonly #parts: RunParts;
  #isParked = false;
  #missedWakeup = false;

  constructor(options: RunnerOptions) {
    const { chunk, rerun } = options.state;
    const whole = withInputs(options.pipeline, rerun?.inputs);
    const pipeline = chunk ? chunkPipeline(whole, chunk) : whole;
    this.#context = new RunContext({ ...options, pipeline });
    this.#parts = assemble(this.#context);
  }

  /** The fold of its journal, without the values of checks that no condition reads again. */
  get state(): RunState {
    return this.#context.state;
  }

  /**
   * Runs until the run has ended or only long waits remain. @throws the error of the journal, after which nothing more
   * is written
   */
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

  /** Whether it was notified after it had decided to park, so that it must be woken again. */
  get missedWakeup(): boolean {
    return this.#missedWakeup;
  }

  /** Requests another turn. `onIdle` is called again after it. */
  requestTurn(): void {
    this.#context.turns.signal();
  }

  /**
   * Starts nothing more until `resume`; attempts in flight end. @param command its number, so that it is applied once
   */
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

  /** Replaces the breakpoints of the run. @param command its number, so that it is applied once */
  setBreakpoints(debug: DebugSettings, command?: number): void {
    this.#enqueue({ do: 'breakpoints', debug }, command);
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

  /** Answers a pause at a breakpoint, by its number; an answer to a pause that has ended is ignored. */
  answerPause(
    unit: { step: string; iteration?: readonly number[] },
    pause: number,
    answer: PauseAnswer,
  ): void {
    const address = { step: unit.step, iteration: unit.iteration ?? [] };
    this.#parts.decisions.answerLater({ address, pause, answer });
  }

  /**
   * Starts nothing until `unsuspend`, without an event; attempts in flight end and are recorded. Then `run` waits for
   * `unsuspend` (`stay`), or returns (`leave`).
   */
  suspend(how: 'stay' | 'leave'): void {
    this.#parts.idleness.suspend(how);
  }

  /** Ends a suspension. */
  unsuspend(): void {
    this.#parts.idleness.unsuspend();
  }

  /** Stops immediately and writes nothing more: the lease is lost, or the process stops. */
  abandon(): void {
    this.#context.abandon();
  }

  /** Takes over the run. Commands to the whole run come first, so that nothing starts that must stop. */
  #begin(): void {
    const { state, subsystems } = this.#context;
    this.#applyCommands();
    // The chunks may not have received the pause yet.
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

  /** Applies what people decided about single units. */
  #applyAnswers(): void {
    const { driver, decisions, controls, pauses } = this.#parts;
    driver.applyAnswers();
    pauses.takeDeferred();
    if (decisions.applyAnswers()) controls.limitTimes();
  }

  #holdChanged(): void {
    for (const part of this.#context.subsystems) part.holdChanged?.();
  }

  /**
   * Records what can happen now, makes it durable, starts the effects that follow from it, then waits for the next
   * signal.
   */
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

  /** Records everything that can happen now without waiting for effects. Other runs may proceed in between. */
  async #advance(): Promise<void> {
    const work = this.#advancing();
    const { drive = driveSync } = this.#context.options.world;
    if (!work.next().done) await drive(work);
  }

  /** Yields after a step when the turn has taken long. */
  *#advancing(): Pausing<void> {
    const { turns } = this.#context;
    const { schedule, stops, idleness, limit } = this.#parts;
    if (this.#context.isAbandoned) return;
    this.#applyCommands();
    this.#applyAnswers();
    let isMore = true;
    turns.grantTime();
    while (isMore && !this.#context.isAbandoned && !idleness.isSuspended && this.#context.hasTurnBudget()) {
      stops.apply();
      const due = turns.takeDue();
      if (due) schedule.proceed(due);
      else isMore = schedule.next();
      if (turns.isLong) yield;
    }
    // The turn may be over right after what ends the run: the next turn stops the other steps.
    if (stops.isDue) turns.signal();
    limit.keep();
    endIfDone(this.#context, this.#parts);
  }
}
