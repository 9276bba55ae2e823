import type { SandboxCaller } from '@/engine/ports';
import { ThreadTime } from './thread-time';

/** Concurrent threads. */
const THREADS = 2;

/** Additional threads for a pipeline that uses none and has recently used less than `LIGHT_MS`. */
const EXTRA_THREADS = 1;

const LIGHT_MS = 500;

/** How often idle accounts are removed, in milliseconds. */
const SWEEP_MS = 1000;

interface Ticket {
  /** Order of arrival. */
  readonly order: number;
  readonly start: () => void;
}

/** Waiting calls and used time of one caller. */
class Account {
  readonly waiting = new Set<Ticket>();
  readonly time = new ThreadTime();

  isIdle(now: number): boolean {
    return this.waiting.size === 0 && this.time.running === 0 && this.time.used(now) === 0;
  }
}

class PipelineAccount extends Account {
  readonly runs = new Map<string, Account>();
}

/** The right to use a thread until the turn ends. */
export interface Turn {
  /** Of a pipeline that uses no thread and recently used little thread time. */
  readonly isLight: boolean;
  end(): void;
}

/**
 * Assigns the next thread to the pipeline with the least recent thread time, within it to the run with the
 * least, and among equals to the first in line. New work therefore waits for one thread to become free, not
 * for all earlier work.
 */
export class Turns {
  readonly #now: () => number;
  readonly #pipelines = new Map<string, PipelineAccount>();
  #running = 0;
  #waiting = 0;
  #tickets = 0;
  #sweptAt = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Threads in use. */
  get running(): number {
    return this.#running;
  }

  /** Programs that wait for a thread. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a turn.
   * @throws the signal's reason
   */
  take(signal: AbortSignal, caller: SandboxCaller): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const accounts = this.#accountsOf(caller);
      const ticket: Ticket = {
        order: this.#tickets,
        start: () => {
          signal.removeEventListener('abort', leave);
          this.#remove(ticket, accounts);
          resolve(this.#begin(accounts));
        },
      };
      const leave = () => {
        this.#remove(ticket, accounts);
        reject(signal.reason);
      };
      this.#tickets += 1;
      this.#waiting += 1;
      for (const account of accounts) account.waiting.add(ticket);
      signal.addEventListener('abort', leave, { once: true });
      this.#startNext();
    });
  }

  #remove(ticket: Ticket, accounts: readonly Account[]): void {
    this.#waiting -= 1;
    for (const account of accounts) account.waiting.delete(ticket);
  }

  #begin(accounts: readonly Account[]): Turn {
    const begun = this.#now();
    const isLight = accounts.every((account) => isLightAt(account, begun));
    this.#running += 1;
    for (const { time } of accounts) time.begin(begun);
    const end = () => {
      const now = this.#now();
      this.#running -= 1;
      for (const { time } of accounts) time.end(begun, now);
      this.#sweep(now);
      this.#startNext();
    };
    return { isLight, end };
  }

  #startNext(): void {
    for (;;) {
      const ticket = this.#next(this.#now());
      if (!ticket) return;
      ticket.start();
    }
  }

  #next(now: number): Ticket | undefined {
    if (this.#waiting === 0 || this.#running >= THREADS + EXTRA_THREADS) return undefined;
    const isLight = (account: Account) => isLightAt(account, now);
    const all = [...this.#pipelines.values()];
    const pipeline = leastUsed(this.#running < THREADS ? all : all.filter(isLight), now);
    const run = pipeline && leastUsed([...pipeline.runs.values()], now);
    return run && first(run);
  }

  #accountsOf({ pipelineId, runId }: SandboxCaller): readonly Account[] {
    const pipeline = this.#pipelines.get(pipelineId) ?? new PipelineAccount();
    const run = pipeline.runs.get(runId) ?? new Account();
    this.#pipelines.set(pipelineId, pipeline);
    pipeline.runs.set(runId, run);
    return [pipeline, run];
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [id, pipeline] of this.#pipelines) {
      for (const [runId, run] of pipeline.runs) if (run.isIdle(now)) pipeline.runs.delete(runId);
      if (pipeline.runs.size === 0 && pipeline.isIdle(now)) this.#pipelines.delete(id);
    }
  }
}

function isLightAt({ time }: Account, now: number): boolean {
  return time.running === 0 && time.used(now) < LIGHT_MS;
}

/** Among the waiting accounts. */
function leastUsed<A extends Account>(accounts: readonly A[], now: number): A | undefined {
  let best: { readonly account: A; readonly used: number; readonly order: number } | undefined;
  for (const account of accounts) {
    const ticket = first(account);
    if (!ticket) continue;
    const used = account.time.used(now);
    const isBetter = !best || used < best.used || (used === best.used && ticket.order < best.order);
    if (isBetter) best = { account, used, order: ticket.order };
  }
  return best?.account;
}

function first({ waiting }: Account): Ticket | undefined {
  for (const ticket of waiting) return ticket;
  return undefined;
}
