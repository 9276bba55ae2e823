import {
  CancelledError,
  RestatePromise,
  TerminalError,
  type WorkflowContext,
  type WorkflowSharedContext,
  workflow,
} from '@restatedev/restate-sdk';
import type { KeptOutcome, News, TurnEnd, Turns } from './turns';

/** The name of the service in Restate. */
export const SERVICE = 'PipewrightRun';

/**
 * The version of the order of operations below. Restate replays a run operation by operation: raise this number
 * when their order or names change; new runs then use a deployment with a new address.
 */
export const OPERATIONS = 1;

/** Interval of a signal while attempts are in flight, in ms: Restate treats a silent handler as idle. */
const PULSE_MS = 30_000;

/** How long Restate keeps a waiting handler in memory, in ms; longer than the interval of the signal. */
const IDLE_MS = 60_000;

/** How long Restate waits for a handler to suspend, in ms; attempts may take days. */
const ABORT_MS = 30 * 24 * 3_600_000;

/** Longest delay before Restate retries, in ms, while no process executes runs or the database is unavailable. */
const LONGEST_RETRY_MS = 3000;

/** How long Restate remembers an ended run, in ms: long enough to recognise a repeated start. */
const RETENTION_MS = 3_600_000;

/**
 * A run as a Restate workflow, one for each run id. Decisions of the engine are made in turns, whose results
 * Restate stores. Attempts, timers and notifications of commands are Restate operations, and each of them leads to
 * the next turn. A replay therefore repeats the operations without calling the engine, whose own memory is the
 * journal.
 */
export function runWorkflow(turns: Turns) {
  return workflow({
    name: SERVICE,
    handlers: {
      run: (ctx: WorkflowContext) => advance(ctx, turns),
      tell: async (ctx: WorkflowSharedContext, count: number): Promise<void> => {
        // A notification may arrive twice: the second one finds the promise resolved.
        await ctx
          .promise<null>(promiseNameOf(count))
          .resolve(null)
          .catch((error: unknown) => {
            if (!(error instanceof TerminalError) || error instanceof CancelledError) throw error;
          });
      },
    },
    options: {
      inactivityTimeout: IDLE_MS,
      abortTimeout: ABORT_MS,
      workflowRetention: RETENTION_MS,
      journalRetention: RETENTION_MS,
      retryPolicy: { initialInterval: 100, exponentiationFactor: 2, maxInterval: LONGEST_RETRY_MS },
    },
  });
}

/** The promise that resolves when a run has received this many commands. */
function promiseNameOf(count: number): string {
  return `command ${count}`;
}

async function advance(ctx: WorkflowContext, turns: Turns): Promise<void> {
  const runId = ctx.key;
  const leave = turns.attend(runId);
  ctx.request().attemptCompletedSignal.addEventListener('abort', leave, { once: true });
  const waiting = new Waiting(ctx, turns);
  let news: News = { kind: 'begun' };
  for (let count = 1; ; count += 1) {
    const turn = { news, inFlight: waiting.inFlight };
    const end: TurnEnd = await waiting.settle(ctx.run(`turn ${count}`, () => turns.take(runId, turn)));
    if (end.ended) return;
    news = await waiting.next(news, end);
  }
}

/** All operations that may lead to the next turn, in an order that depends only on what Restate stores. */
class Waiting {
  readonly #ctx: WorkflowContext;
  readonly #turns: Turns;
  readonly #attempts = new Map<string, RestatePromise<News>>();
  #timer: { readonly at: number; readonly fires: RestatePromise<News> } | undefined;
  #pulse: RestatePromise<News> | undefined;
  #word: { readonly count: number; readonly comes: RestatePromise<News> } | undefined;
  #cancelled = false;

  constructor(ctx: WorkflowContext, turns: Turns) {
    this.#ctx = ctx;
    this.#turns = turns;
  }

  get inFlight(): readonly string[] {
    return [...this.#attempts.keys()];
  }

  /** Starts the operations of a turn and waits for the first one to settle. */
  async next(news: News, end: Extract<TurnEnd, { ended: false }>): Promise<News> {
    if (news.kind === 'outcome') this.#attempts.delete(news.attempt);
    for (const attempt of end.starts) this.#start(attempt);
    this.#listen(end.commands + 1);
    if (end.timer && this.#timer?.at !== end.timer.at) this.#set(end.timer);
    if (!end.timer) this.#timer = undefined;
    if (this.#attempts.size > 0) this.#pulse ??= this.#in(PULSE_MS, 'pulse');
    const first = await this.#first();
    if (first.kind === 'timer') this.#timer = undefined;
    if (first.kind === 'pulse') this.#pulse = undefined;
    return first;
  }

  /**
   * Waits for one operation. Cancelling the invocation in Restate requests the cancellation of the run: this is
   * recorded, and the operation continues.
   */
  async settle<T>(operation: RestatePromise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
      this.#cancelled = true;
      const [result] = await RestatePromise.all([operation]);
      return result;
    }
  }

  async #first(): Promise<News> {
    if (this.#cancelled) {
      this.#cancelled = false;
      return { kind: 'cancelled' };
    }
    const others = [this.#word?.comes, this.#timer?.fires, this.#attempts.size > 0 ? this.#pulse : undefined];
    const all = [...this.#attempts.values(), ...others.flatMap((other) => other ?? [])];
    try {
      return await RestatePromise.race(all);
    } catch (error) {
      if (error instanceof CancelledError) return { kind: 'cancelled' };
      throw error;
    }
  }

  #start(attempt: string): void {
    const outcome = this.#ctx.run(attempt, () => this.#turns.carryOut(this.#ctx.key, attempt));
    this.#attempts.set(
      attempt,
      outcome.map((kept, error) => {
        if (kept === undefined) throw error ?? new Error(`Restate returned no outcome of ${attempt}.`);
        return { kind: 'outcome', attempt, outcome: kept satisfies KeptOutcome };
      }),
    );
  }

  #set({ at, inMs }: { at: number; inMs: number }): void {
    this.#timer = { at, fires: this.#in(inMs, 'timer') };
  }

  #in(ms: number, kind: 'timer' | 'pulse'): RestatePromise<News> {
    return this.#ctx.sleep(ms, kind).map(() => ({ kind }));
  }

  #listen(count: number): void {
    if (this.#word?.count === count) return;
    const comes = this.#ctx.promise<null>(promiseNameOf(count)).get();
    this.#word = { count, comes: comes.map(() => ({ kind: 'told' })) };
  }
}
