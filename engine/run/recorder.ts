import type { Clock } from '../ports';
import type { RunEvent, RunEventBody } from './events';
import { applyEvent } from './fold';
import type { Journal } from './journal';
import type { RunState } from './state';

/** Most events in one write; a longer list is several writes. */
const MAX_BATCH = 1000;

/** Numbers events, folds them into the state at once, and makes them durable in groups. */
export class Recorder {
  readonly #state: RunState;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #onEvent: ((event: RunEvent) => void) | undefined;
  #buffer: RunEvent[] = [];

  constructor(options: {
    state: RunState;
    journal: Journal;
    clock: Clock;
    onEvent: ((event: RunEvent) => void) | undefined;
  }) {
    this.#state = options.state;
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#onEvent = options.onEvent;
  }

  /** Adds an event to the journal; durable after the next `flush`. */
  record(body: RunEventBody): void {
    const event: RunEvent = { seq: this.#state.seq + 1, at: this.#clock.now().toISOString(), ...body };
    applyEvent(this.#state, event);
    this.#buffer.push(event);
    this.#onEvent?.(event);
  }

  /** Makes everything recorded so far durable, what comes in meanwhile included. */
  async flush(wakeAt: () => string | undefined): Promise<void> {
    while (this.#buffer.length > 0) {
      const batch = this.#buffer.splice(0, MAX_BATCH);
      await this.#journal.append(batch, { status: this.#state.status, wakeAt: wakeAt() });
    }
  }
}
