import type { Sql } from 'postgres';
import { findUnit, type Runner, type RunnerEnd, type RunState } from '@/engine';
import { consumeCommands } from '../store/commands/consume-commands';
import { type NumberedCommand, type RunCommands, readCommands } from '../store/commands/read-commands';
import type { ContinueCommand, ResolveCommand } from '../store/commands/run-command';

/** How a session ended. */
export type SessionEnd =
  /** `seenCommands`: how many commands its journal contains, so that a later one wakes it. */
  (RunnerEnd & { readonly abandoned: false; readonly seenCommands: number }) | { readonly abandoned: true };

const NO_COMMANDS: RunCommands = { count: 0, cancelRequested: false, open: [] };

/** A leased run in memory: passes the commands of people to its runner. */
export class RunSession {
  /** Another run of the pipeline may start once this one has ended. */
  readonly hasConcurrencyLimit: boolean;
  readonly #runner: Runner;
  readonly #sql: Sql;
  #commands = NO_COMMANDS;
  #closed = false;
  #leaving = false;
  #abandoned = false;

  constructor(sql: Sql, runner: Runner, hasConcurrencyLimit: boolean) {
    this.hasConcurrencyLimit = hasConcurrencyLimit;
    this.#sql = sql;
    this.#runner = runner;
  }

  /** It is paused or quarantined. */
  get isPaused(): boolean {
    return this.#runner.state.hold !== undefined;
  }

  /**
   * Advances the run until it ends, is parked or is abandoned.
   * @param isCommanded it may have been sent commands: they are read first. @default true
   * @throws what the journal or the database threw
   */
  async run({ isCommanded = true } = {}): Promise<SessionEnd> {
    const commands = isCommanded ? await this.#read() : NO_COMMANDS;
    this.#pass(commands);
    const running = this.#runner.run();
    // Answers are passed only once the runner has taken over the attempts of an earlier one.
    this.#passAnswers(commands);
    const end = await running;
    this.#closed = true;
    if (this.#abandoned) return { abandoned: true };
    const seenCommands = this.#seen();
    await this.#consume();
    return { ...end, abandoned: false, seenCommands };
  }

  /** Reads the commands of the run and passes on those that its journal does not contain yet. */
  async applyCommands(): Promise<void> {
    const commands = await this.#read();
    // A runner that has returned applies nothing more: the command must stay unseen, to wake the run again.
    if (this.#closed) return;
    this.#pass(commands);
    this.#passAnswers(commands);
  }

  /** Whether more commands were sent than were read. */
  hasNews(commandCount: number): boolean {
    return commandCount > this.#commands.count;
  }

  /** Starts nothing until `unsuspend`: its lease may be running out. Attempts in flight continue. */
  suspend(): void {
    if (!this.#leaving) this.#runner.suspend('stay');
  }

  /** Ends a suspension. */
  unsuspend(): void {
    if (!this.#leaving) this.#runner.unsuspend();
  }

  /** Starts nothing more, lets attempts in flight end, then releases the run. */
  leave(): void {
    this.#leaving = true;
    this.#runner.suspend('leave');
  }

  /** Drops the run immediately; its next owner continues from the journal. */
  abandon(): void {
    this.#abandoned = true;
    this.#runner.abandon();
  }

  #read(): Promise<RunCommands> {
    const { state, lastAppliedCommand } = this.#runner;
    return readCommands(this.#sql, state.runId, lastAppliedCommand);
  }

  #pass(commands: RunCommands): void {
    // Two readings may come back in the other order.
    if (commands.count < this.#commands.count) return;
    this.#commands = commands;
    if (commands.cancelRequested && !this.#runner.state.cancelRequested) this.#runner.cancel();
    for (const command of commands.open) passCommand(this.#runner, command);
    // It may have been woken because a chunk of a loop has ended.
    this.#runner.recheckChunks();
  }

  #passAnswers({ open }: RunCommands): void {
    for (const command of open) {
      if (!isAnswer(command) || !isOpen(this.#runner.state, command)) continue;
      const { step, iteration = [] } = command;
      if (command.kind === 'continue')
        this.#runner.answerPause({ step, iteration }, command.pause, command.answer);
      else this.#runner.resolveInterrupted({ step, iteration }, command.answer);
    }
  }

  /** -1, less than any count, when a command came too late to be applied. */
  #seen(): number {
    const { cancelRequested, open, count } = this.#commands;
    const { state } = this.#runner;
    const isMissed =
      (cancelRequested && !state.cancelRequested) || open.some((each) => this.#isUnapplied(each));
    return isMissed || this.#runner.missedWakeup ? -1 : count;
  }

  #isUnapplied(command: NumberedCommand): boolean {
    const { state, lastAppliedCommand } = this.#runner;
    // A retry of an interrupted attempt has to wait until a paused run is resumed.
    if (isAnswer(command)) return isOpen(state, command) && !(state.hold && command.answer === 'retry');
    return command.kind !== 'cancel' && command.number > lastAppliedCommand;
  }

  /** Everything that was recorded is durable by now. */
  async #consume(): Promise<void> {
    const { state, lastAppliedCommand } = this.#runner;
    const { open } = this.#commands;
    if (open.length === 0) return;
    const answered = open
      .filter((each) => isAnswer(each) && !isOpen(state, each))
      .map(({ number }) => number);
    await consumeCommands(this.#sql, state.runId, { applied: lastAppliedCommand, answered });
  }
}

/** Passes a command to the whole run; the runner ignores those that it has applied. */
function passCommand(runner: Runner, command: NumberedCommand): void {
  const { number } = command;
  if (command.kind === 'pause') runner.pause(number);
  if (command.kind === 'resume') runner.resume(number);
  if (command.kind === 'breakpoints') runner.setBreakpoints(command.debug, number);
  if (command.kind === 'signal') runner.sendSignal(command.name, command.value, number);
}

type Answer = ResolveCommand | ContinueCommand;

function isAnswer(command: NumberedCommand): command is NumberedCommand & Answer {
  return command.kind === 'resolve' || command.kind === 'continue';
}

/** Whether the run waits for this answer. */
function isOpen(state: RunState, command: Answer): boolean {
  const { step, iteration = [] } = command;
  const unit = findUnit(state, { step, iteration });
  if (command.kind === 'continue') return unit?.pause?.seq === command.pause;
  return unit?.wait?.reason === 'unknown_effect' && unit.attempts.at(-1)?.attempt === command.attempt;
}
