import type { Json } from '../json';
import type { RunEventBody } from './events';
import type { RunState } from './state';

/** What is asked of a run that is under way, besides its cancellation and answers to its questions. */
export type Ask =
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  | { readonly do: 'signal'; readonly name: string; readonly value: Json }
  /** Too many workers died while they held it. */
  | { readonly do: 'quarantine'; readonly detail: string };

interface Numbered {
  readonly ask: Ask;
  /** Counts the commands of a run; undefined for what is no command. */
  readonly command: number | undefined;
}

/**
 * Hears what is asked of a run, in order, each command once: every event that follows from one carries the number of
 * the newest command heard, so that a runner which takes over goes on after it. Commands between that leave no event
 * changed nothing.
 */
export class Asks {
  readonly #state: RunState;
  readonly #record: (body: RunEventBody) => void;
  readonly #waiting: Numbered[] = [];
  #taken: number;
  #heard: number;

  constructor(state: RunState, record: (body: RunEventBody) => void) {
    this.#state = state;
    this.#record = record;
    this.#taken = state.heard;
    this.#heard = state.heard;
  }

  /** Number of the newest command that was heard, whether or not it left an event. */
  get heard(): number {
    return this.#heard;
  }

  /** Takes note of an ask; a command that was taken before is no news. */
  add(ask: Ask, command?: number): void {
    if (command !== undefined) {
      if (command <= this.#taken) return;
      this.#taken = command;
    }
    this.#waiting.push({ ask, command });
  }

  /** Records what follows from everything asked so far. */
  obey(): void {
    for (const { ask, command } of this.#waiting.splice(0)) {
      if (command !== undefined) this.#heard = command;
      const body = this.#follow(ask);
      if (body) this.#record(this.#heard === 0 ? body : { ...body, command: this.#heard });
    }
  }

  #follow(ask: Ask): Extract<RunEventBody, { command?: number | undefined }> | undefined {
    const { hold } = this.#state;
    switch (ask.do) {
      case 'pause':
        return hold ? undefined : { type: 'run_paused', reason: 'requested' };
      case 'quarantine':
        if (hold?.reason === 'quarantined') return undefined;
        return { type: 'run_paused', reason: 'crashes', detail: ask.detail };
      case 'resume':
        return hold ? { type: 'run_resumed' } : undefined;
      case 'signal':
        return { type: 'signal_received', name: ask.name, value: { value: ask.value } };
    }
  }
}
