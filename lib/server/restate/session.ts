import { setImmediate } from 'node:timers/promises';
import type { AttemptOutcome, Runner } from '@/engine';
import type { SessionEnd } from '../worker/run-session';
import type { Gates } from './gates';

/** The parts of a run that a session needs; see `RunSession`. */
export interface SessionRun {
  run(): Promise<SessionEnd>;
  applyCommands(): Promise<void>;
  abandon(): void;
}

/** A run that is idle in memory, with the instant of its next timer, in ms since 1970. */
interface Idle {
  readonly timer: number | undefined;
}

/** The state after a turn: the run is idle in memory, or its runner has returned. */
export type SessionState = Idle | { readonly end: SessionEnd };

/** A run in the memory of this process. Its runner advances on its own, except for attempts, and is idle between turns. */
export class Session {
  readonly #run: SessionRun;
  readonly #runner: Runner;
  readonly #gates: Gates;
  #resolve: (() => void) | undefined;
  #state: SessionState | undefined;
  #error: { readonly error: unknown } | undefined;

  /** @param onIdle calls back whenever the runner is idle; see `RunnerOptions.onIdle` */
  constructor(parts: {
    run: SessionRun;
    runner: Runner;
    gates: Gates;
    onIdle: (listener: (timer: number | undefined) => void) => void;
  }) {
    this.#run = parts.run;
    this.#runner = parts.runner;
    this.#gates = parts.gates;
    parts.onIdle((timer) => this.#setState({ timer }));
  }

  /** Opens the run. @throws the error of the journal */
  async begin(): Promise<SessionState> {
    this.#run.run().then(
      (end) => this.#setState({ end }),
      (error: unknown) => {
        this.#gates.shut();
        this.#error = { error };
        this.#resolve?.();
      },
    );
    return this.#settled();
  }

  /** Applies new commands and outcomes and continues the run until it is idle. @throws the error of the journal */
  async proceed(
    news: { readonly attempt: string; readonly outcome: AttemptOutcome } | 'look for commands',
  ): Promise<SessionState> {
    if (news === 'look for commands') await this.#run.applyCommands();
    else this.#gates.open(news.attempt, news.outcome);
    // The runner notices in a later turn of the event loop; only then is its state known.
    await setImmediate();
    if (!this.#isOver) {
      this.#state = undefined;
      this.#runner.requestTurn();
    }
    return this.#settled();
  }

  /** Drops the run immediately and aborts its attempts. */
  abandon(): void {
    this.#gates.shut();
    this.#run.abandon();
  }

  get #isOver(): boolean {
    return this.#error !== undefined || (this.#state !== undefined && 'end' in this.#state);
  }

  #setState(state: SessionState): void {
    if (this.#isOver) return;
    this.#state = state;
    this.#resolve?.();
  }

  async #settled(): Promise<SessionState> {
    while (!this.#state && !this.#error) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    if (this.#error) throw this.#error.error;
    if (!this.#state) throw new Error('A session is idle or has ended.');
    return this.#state;
  }
}
