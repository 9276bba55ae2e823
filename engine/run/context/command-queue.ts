import type { Json } from '../../json';
import type { DebugSettings } from '../debug/breakpoint';
import type { RunEventBody } from '../state/events';
import type { RunState } from '../state/state';

/** A command to an active run, besides cancellation and answers about interrupted attempts. */
export type RunCommand =
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  | { readonly do: 'signal'; readonly name: string; readonly value: Json }
  | { readonly do: 'breakpoints'; readonly debug: DebugSettings }
  /** Too many workers died while they executed the run. */
  | { readonly do: 'quarantine'; readonly detail: string };

interface QueuedCommand {
  readonly command: RunCommand;
  /** Number of the command within its run; undefined for a decision of the server, such as a quarantine. */
  readonly number: number | undefined;
}

/**
 * Applies the commands to a run in order, each once. Every event that follows from a command carries the number of the
 * newest command applied, so that a runner which takes over continues after it. A command without an event changed
 * nothing.
 */
export class CommandQueue {
  readonly #state: RunState;
  readonly #waiting: QueuedCommand[] = [];
  #lastQueued: number;
  #lastApplied: number;

  constructor(state: RunState) {
    this.#state = state;
    this.#lastQueued = state.lastCommand;
    this.#lastApplied = state.lastCommand;
  }

  /** Number of the newest command that was applied, whether or not it left an event. */
  get lastApplied(): number {
    return this.#lastApplied;
  }

  /** Enqueues a command; one that was enqueued before is ignored. */
  add(command: RunCommand, number?: number): void {
    if (number !== undefined) {
      if (number <= this.#lastQueued) return;
      this.#lastQueued = number;
    }
    this.#waiting.push({ command, number });
  }

  /**
   * Empties the queue and yields the events that follow from its commands. The caller records each event before it
   * takes the next.
   */
  *takeEvents(): Iterable<RunEventBody> {
    for (const { command, number } of this.#waiting.splice(0)) {
      if (number !== undefined) this.#lastApplied = number;
      const body = this.#eventFor(command);
      if (body) yield this.#lastApplied === 0 ? body : { ...body, command: this.#lastApplied };
    }
  }

  #eventFor(command: RunCommand): Extract<RunEventBody, { command?: number | undefined }> | undefined {
    const { hold } = this.#state;
    switch (command.do) {
      case 'pause':
        return hold ? undefined : { type: 'run_paused', reason: 'requested' };
      case 'quarantine':
        if (hold?.reason === 'quarantined') return undefined;
        return { type: 'run_paused', reason: 'crashes', detail: command.detail };
      case 'resume':
        return hold ? { type: 'run_resumed' } : undefined;
      case 'breakpoints':
        return { type: 'breakpoints_set', debug: command.debug };
      case 'signal':
        return { type: 'signal_received', name: command.name, value: { value: command.value } };
    }
  }
}
