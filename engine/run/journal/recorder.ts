import type { Clock } from '../../ports';
import type { RunEvent, RunEventBody } from '../state/events';
import { applyEvent } from '../state/fold';
import { payloadBytes } from '../state/payload';
import type { HoldReason, RunState, RunStatus } from '../state/state';
import type { Journal } from './journal';

/** Largest number of events in one write; a longer list is written in several. */
const MAX_BATCH = 1000;

/** Numbers events, folds them into the state immediately, and makes them durable in groups. */
export class Recorder {
  readonly #state: RunState;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #onEvent: ((event: RunEvent) => void) | undefined;
  /** Each with the state of the run after it: a write must not contain a status that follows from a later event. */
  #buffer: {
    readonly event: RunEvent;
    readonly status: RunStatus;
    readonly hold: HoldReason | undefined;
    readonly atBreakpoint: boolean;
  }[] = [];
  #bytes = 0;
  #closed = false;

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

  /** Number of events that are not written yet. */
  get pending(): number {
    return this.#buffer.length;
  }

  /** Size of the values of these events, in bytes of JSON text. */
  get pendingBytes(): number {
    return this.#bytes;
  }

  /** Adds an event to the journal; durable after the next `flush`. */
  record(body: RunEventBody): void {
    if (this.#closed) return;
    const event: RunEvent = { seq: this.#state.seq + 1, at: this.#clock.now().toISOString(), ...body };
    applyEvent(this.#state, event);
    const { status, hold, pauses } = this.#state;
    const atBreakpoint = status === 'waiting' && pauses > 0;
    this.#buffer.push({ event, status, hold: hold?.reason, atBreakpoint });
    this.#bytes += valueBytes(event);
    this.#onEvent?.(event);
  }

  /** Makes all recorded events durable, including those recorded during the write. */
  async flush(wakeAt: () => string | undefined): Promise<void> {
    this.#bytes = 0;
    while (this.#buffer.length > 0) {
      const batch = this.#buffer.splice(0, MAX_BATCH);
      const isLast = this.#buffer.length === 0;
      const last = batch.at(-1);
      await this.#journal.append(
        batch.map(({ event }) => event),
        {
          status: last?.status ?? this.#state.status,
          hold: last?.hold,
          atBreakpoint: last?.atBreakpoint ?? false,
          wakeAt: isLast ? wakeAt() : undefined,
        },
      );
    }
  }

  /** Drops events that are not written and records nothing more. */
  close(): void {
    this.#closed = true;
    this.#buffer = [];
  }
}

/** Size of the values of an event that may be large, in bytes of JSON text. */
function valueBytes(event: RunEvent): number {
  switch (event.type) {
    case 'step_started':
    case 'step_paused':
      return payloadBytes(event.inputs);
    case 'step_completed':
    case 'step_given':
      return payloadBytes(event.output);
    case 'output_set':
      return payloadBytes(event.value);
    case 'iterations_planned':
      return event.items.reduce((sum, item) => sum + payloadBytes(item), 0);
    default:
      return 0;
  }
}
