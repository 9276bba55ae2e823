import { setImmediate } from 'node:timers/promises';
import type { AttemptOutcome, Runner } from '@/engine/index';
import type { HeldEnd } from '../worker/held-run';
import type { Gates } from './gates';

/** What a session needs of a run; see `HeldRun`. */
export interface Held {
  run(): Promise<HeldEnd>;
  obey(): Promise<void>;
  abandon(): void;
}

/** How a run rests in memory: the instant of its next timer, in ms since 1970. */
interface Rest {
  readonly timer: number | undefined;
}

/** What became of a turn: the run rests in memory, or its runner has returned. */
export type SessionState = Rest | { readonly end: HeldEnd };

/** A run in the memory of this process: its runner goes on by itself, but for attempts, and between turns it rests. */
export class Session {
  readonly #held: Held;
  readonly #runner: Runner;
  readonly #gates: Gates;
  #heard: (() => void) | undefined;
  #state: SessionState | undefined;
  #error: { readonly error: unknown } | undefined;

  /** @param rests calls back whenever the runner rests; see `RunnerOptions.onRest` */
  constructor(parts: {
    held: Held;
    runner: Runner;
    gates: Gates;
    rests: (tell: (timer: number | undefined) => void) => void;
  }) {
    this.#held = parts.held;
    this.#runner = parts.runner;
    this.#gates = parts.gates;
    parts.rests((timer) => this.#tell({ timer }));
  }

  /** Takes up the run. @throws what the journal threw */
  async begin(): Promise<SessionState> {
    this.#held.run().then(
      (end) => this.#tell({ end }),
      (error: unknown) => {
        this.#gates.shut();
        this.#error = { error };
        this.#heard?.();
      },
    );
    return this.#settled();
  }

  /** Hands over what has come and brings the run as far as it goes. @throws what the journal threw */
  async goOn(
    news: { readonly attempt: string; readonly outcome: AttemptOutcome } | 'look for commands',
  ): Promise<SessionState> {
    if (news === 'look for commands') await this.#held.obey();
    else this.#gates.open(news.attempt, news.outcome);
    // The runner hears of it in a later turn of the event loop; only then may it be asked whether it rests.
    await setImmediate();
    if (!this.#isOver) {
      this.#state = undefined;
      this.#runner.requestTurn();
    }
    return this.#settled();
  }

  /** Lets go of the run at once and aborts its attempts. */
  abandon(): void {
    this.#gates.shut();
    this.#held.abandon();
  }

  get #isOver(): boolean {
    return this.#error !== undefined || (this.#state !== undefined && 'end' in this.#state);
  }

  #tell(state: SessionState): void {
    if (this.#isOver) return;
    this.#state = state;
    this.#heard?.();
  }

  async #settled(): Promise<SessionState> {
    while (!this.#state && !this.#error) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    if (this.#error) throw this.#error.error;
    if (!this.#state) throw new Error('A session rests or has ended.');
    return this.#state;
  }
}
