import type { Sql } from 'postgres';
import { findUnit, type Runner, type RunnerEnd, type RunState } from '@/engine/index';
import {
  consumeCommands,
  type NumberedCommand,
  type ResolveCommand,
  type RunCommands,
  readCommands,
} from '../store/commands';

/** What became of a run in this worker's hands. */
export type HeldEnd =
  /** `seenCommands`: how many commands its journal shows, so that it does not sleep over a later one. */
  (RunnerEnd & { readonly abandoned: false; readonly seenCommands: number }) | { readonly abandoned: true };

const NO_COMMANDS: RunCommands = { count: 0, cancelRequested: false, open: [] };

/** A run in the hands of this worker: hands people's commands to its runner. */
export class HeldRun {
  /** Another run of the pipeline may begin once this one has ended. */
  readonly makesRoom: boolean;
  readonly #runner: Runner;
  readonly #sql: Sql;
  #commands = NO_COMMANDS;
  #closed = false;
  #leaving = false;
  #abandoned = false;

  constructor(sql: Sql, runner: Runner, makesRoom: boolean) {
    this.makesRoom = makesRoom;
    this.#sql = sql;
    this.#runner = runner;
  }

  /** Nothing of it starts until a person says so. */
  get isOnHold(): boolean {
    return this.#runner.state.hold !== undefined;
  }

  /**
   * Advances the run until it ends, sleeps or is abandoned.
   * @param isCommanded it may have been given commands: they are read first. @default true
   * @throws what the journal or the database threw
   */
  async run({ isCommanded = true } = {}): Promise<HeldEnd> {
    const commands = isCommanded ? await this.#read() : NO_COMMANDS;
    this.#pass(commands);
    const running = this.#runner.run();
    // An answer only once the runner has picked up what an earlier one left.
    this.#passAnswers(commands);
    const end = await running;
    this.#closed = true;
    if (this.#abandoned) return { abandoned: true };
    const seenCommands = this.#seen();
    await this.#consume();
    return { ...end, abandoned: false, seenCommands };
  }

  /** Reads what was asked of the run and passes on what its journal does not show yet. */
  async obey(): Promise<void> {
    const commands = await this.#read();
    // A runner that has returned hears nothing more: the command must stay unseen, to wake the run again.
    if (this.#closed) return;
    this.#pass(commands);
    this.#passAnswers(commands);
  }

  /** True when more commands were given than were read. */
  hasNews(commandCount: number): boolean {
    return commandCount > this.#commands.count;
  }

  /** Starts nothing for now: its lease may be running out. What is in flight goes on. */
  rest(): void {
    if (!this.#leaving) this.#runner.suspend('stay');
  }

  /** Starts things again after a rest. */
  rouse(): void {
    if (!this.#leaving) this.#runner.unsuspend();
  }

  /** Starts nothing more, lets what is in flight end, then lets go of the run. */
  leave(): void {
    this.#leaving = true;
    this.#runner.suspend('leave');
  }

  /** Lets go of the run at once; whoever owns it goes on from its journal. */
  abandon(): void {
    this.#abandoned = true;
    this.#runner.abandon();
  }

  #read(): Promise<RunCommands> {
    const { state, lastAppliedCommand: heard } = this.#runner;
    return readCommands(this.#sql, state.runId, heard);
  }

  #pass(commands: RunCommands): void {
    // Two readings may come back in the other order.
    if (commands.count < this.#commands.count) return;
    this.#commands = commands;
    if (commands.cancelRequested && !this.#runner.state.cancelRequested) this.#runner.cancel();
    for (const command of commands.open) give(this.#runner, command);
    // It may have been woken because a part of a loop has ended.
    this.#runner.recheckChunks();
  }

  #passAnswers({ open }: RunCommands): void {
    for (const command of open) {
      if (!isAnswer(command) || !isOpen(this.#runner.state, command)) continue;
      const { step, iteration = [], answer } = command;
      this.#runner.resolveInterrupted({ step, iteration }, answer);
    }
  }

  /** One less than any count when a command came too late to be heard. */
  #seen(): number {
    const { cancelRequested, open, count } = this.#commands;
    const { state } = this.#runner;
    const isMissed = (cancelRequested && !state.cancelRequested) || open.some((each) => this.#isMissed(each));
    return isMissed || this.#runner.missedWakeup ? -1 : count;
  }

  #isMissed(command: NumberedCommand): boolean {
    const { state, lastAppliedCommand: heard } = this.#runner;
    // To try again is for when a held run goes on: until then it waits, heard but not done.
    if (isAnswer(command)) return isOpen(state, command) && !(state.hold && command.answer === 'retry');
    return command.kind !== 'cancel' && command.number > heard;
  }

  /** Everything that was recorded is durable by now. */
  async #consume(): Promise<void> {
    const { state, lastAppliedCommand: heard } = this.#runner;
    const { open } = this.#commands;
    if (open.length === 0) return;
    const answered = open
      .filter((each) => isAnswer(each) && !isOpen(state, each))
      .map(({ number }) => number);
    await consumeCommands(this.#sql, state.runId, { heard, answered });
  }
}

/** Hands over a command that is about the run as a whole; the runner knows those that it has heard. */
function give(runner: Runner, command: NumberedCommand): void {
  const { number } = command;
  if (command.kind === 'pause') runner.pause(number);
  if (command.kind === 'resume') runner.resume(number);
  if (command.kind === 'signal') runner.sendSignal(command.name, command.value, number);
}

function isAnswer(command: NumberedCommand): command is NumberedCommand & ResolveCommand {
  return command.kind === 'resolve';
}

/** Whether the run waits for this very answer. */
function isOpen(state: RunState, { step, iteration = [], attempt }: ResolveCommand): boolean {
  const unit = findUnit(state, { step, iteration });
  return unit?.wait?.reason === 'unknown_effect' && unit.attempts.at(-1)?.attempt === attempt;
}
