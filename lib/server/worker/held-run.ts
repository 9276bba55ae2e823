import type { Sql } from 'postgres';
import { findUnit, type Runner, type RunnerEnd, type RunState } from '@/engine/index';
import { type ResolveCommand, type RunCommands, readCommands } from '../store/commands';

/** What became of a run in this worker's hands. */
export type HeldEnd =
  /** `seenCommands`: how many commands its journal shows, so that it does not sleep over a later one. */
  (RunnerEnd & { readonly abandoned: false; readonly seenCommands: number }) | { readonly abandoned: true };

const NO_COMMANDS: RunCommands = { count: 0, cancelRequested: false, answers: [] };

/** A run in the hands of this worker: hands people's commands to its runner. */
export class HeldRun {
  /** Another run of the pipeline may begin once this one has ended. */
  readonly makesRoom: boolean;
  readonly #runner: Runner;
  readonly #sql: Sql;
  #commands = NO_COMMANDS;
  #closed = false;
  #abandoned = false;

  constructor(sql: Sql, runner: Runner, makesRoom: boolean) {
    this.makesRoom = makesRoom;
    this.#sql = sql;
    this.#runner = runner;
  }

  /** Advances the run until it ends, sleeps or is abandoned. @throws what the journal threw */
  async run(): Promise<HeldEnd> {
    const commands = await this.#read();
    // Before the first step starts; an answer only once the runner has picked up what an earlier one left.
    if (commands.cancelRequested) this.#runner.cancel();
    const running = this.#runner.run();
    this.#pass(commands);
    const end = await running;
    this.#closed = true;
    return this.#abandoned ? { abandoned: true } : { ...end, abandoned: false, seenCommands: this.#seen() };
  }

  /** Reads what was asked of the run and passes on what its journal does not show yet. */
  async obey(): Promise<void> {
    this.#pass(await this.#read());
  }

  /** True when more commands were given than were read. */
  hasNews(commandCount: number): boolean {
    return commandCount > this.#commands.count;
  }

  /** Lets go of the run at once; whoever owns it goes on from its journal. */
  abandon(): void {
    this.#abandoned = true;
    this.#runner.abandon();
  }

  #read(): Promise<RunCommands> {
    return readCommands(this.#sql, this.#runner.state.runId);
  }

  #pass(commands: RunCommands): void {
    // A runner that has returned hears nothing more: the command must stay unseen, to wake the run again.
    if (this.#closed) return;
    this.#commands = commands;
    const { state } = this.#runner;
    if (commands.cancelRequested && !state.cancelRequested) this.#runner.cancel();
    for (const command of commands.answers.filter((each) => isOpen(state, each))) {
      const { step, iteration = [], answer } = command;
      this.#runner.resolveInterrupted({ step, iteration }, answer);
    }
  }

  /** One less than any count when a command came too late to be heard. */
  #seen(): number {
    const { cancelRequested, answers, count } = this.#commands;
    const { state } = this.#runner;
    const missed =
      (cancelRequested && !state.cancelRequested) || answers.some((answer) => isOpen(state, answer));
    return missed ? -1 : count;
  }
}

/** Whether the run waits for this very answer. */
function isOpen(state: RunState, { step, iteration = [], attempt }: ResolveCommand): boolean {
  const unit = findUnit(state, { step, iteration });
  return unit?.wait?.reason === 'unknown_effect' && unit.attempts.at(-1)?.attempt === attempt;
}
