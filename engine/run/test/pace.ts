import type { Sandbox } from '../../ports';
import type { Runner } from '../runner';
import type { MemoryClock } from './memory-clock';

/** Most times that the clock moves in one test. */
export const MAX_MOVES = 100_000;

/** What a test needs of its process: pure computation, and a way to let pending work proceed. */
export interface TestPorts {
  readonly sandbox: Sandbox;
  /** Resolves when everything that needs no time has happened. */
  rest(): Promise<void>;
}

/** Why a run does not end: nothing is left that could wake it, it waits too often, or its time is over. */
export type Stopped = 'stuck' | 'endless' | 'aborted';

/** Moves the clock whenever the runner only waits. */
export class Pace {
  readonly #ports: TestPorts;
  readonly #clock: MemoryClock;
  #computing = 0;
  #idles = 0;
  #hasEnded = false;
  #wake: () => void = () => undefined;
  #news = this.#nextNews();

  constructor(ports: TestPorts, clock: MemoryClock) {
    this.#ports = ports;
    this.#clock = clock;
  }

  /** The sandbox, during whose work the clock stands still. */
  get sandbox(): Sandbox {
    return async (...call) => {
      this.#computing += 1;
      try {
        return await this.#ports.sandbox(...call);
      } finally {
        this.#computing -= 1;
      }
    };
  }

  idle(): void {
    this.#idles += 1;
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** Returns once the run has ended, or why it is not going to. */
  async keep(runner: Runner, signal: AbortSignal | undefined): Promise<Stopped | undefined> {
    for (let moves = 0; ; ) {
      await this.#news;
      this.#news = this.#nextNews();
      const seen = this.#idles;
      await this.#ports.rest();
      if (this.#hasEnded) return undefined;
      if (signal?.aborted) return 'aborted';
      if (this.#idles !== seen || this.#computing > 0) continue;
      const [next] = this.#clock.due;
      if (!next) return 'stuck';
      moves += 1;
      if (moves > MAX_MOVES) return 'endless';
      this.#clock.advance(Math.max(0, next.getTime() - this.#clock.now().getTime()));
      runner.requestTurn();
    }
  }

  #nextNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
