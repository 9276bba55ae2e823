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
 * The number of the order of operations below. Restate replays what a run did before, operation for operation: whoever
 * changes their order or names raises this, and a deployment under a new address takes the runs that begin then.
 */
export const OPERATIONS = 1;

/** While attempts are under way, how often the handler stirs, in ms: Restate takes a silent one for idle. */
const PULSE_MS = 30_000;

/** How long Restate leaves a handler in memory that only waits, in ms; more than the pulse. */
const IDLE_MS = 60_000;

/** Restate's patience with one that does not leave when asked, in ms; attempts may take days. */
const ABORT_MS = 30 * 24 * 3_600_000;

/** Longest wait until Restate tries again, in ms, while nobody carries out runs or the database is away. */
const LONGEST_RETRY_MS = 3000;

/** How long Restate remembers a run that has ended, in ms: long enough for a start that was sent again. */
const RETENTION_MS = 3_600_000;

/**
 * A run as a workflow of Restate, one for each run id. What the engine decides is taken in turns, whose result Restate
 * keeps; attempts, timers and word of commands are operations of Restate, and one of them at a time leads to the next
 * turn. So a replay repeats the operations without asking the engine, whose own memory is the journal.
 */
export function runWorkflow(turns: Turns) {
  return workflow({
    name: SERVICE,
    handlers: {
      run: (ctx: WorkflowContext) => advance(ctx, turns),
      tell: async (ctx: WorkflowSharedContext, count: number): Promise<void> => {
        // Word may come twice: the second finds the promise kept.
        await ctx
          .promise<null>(wordOf(count))
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

/** The promise that is kept when a run has been given so many commands. */
function wordOf(count: number): string {
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
    const end: TurnEnd = await waiting.bear(ctx.run(`turn ${count}`, () => turns.take(runId, turn)));
    if (end.ended) return;
    news = await waiting.next(news, end);
  }
}

/** Everything that may lead to the next turn, in an order that only depends on what Restate keeps. */
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

  /** Sets up what a turn asked for and waits for the first thing that happens. */
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
   * Waits for one operation. Somebody who cancels the invocation in Restate asks for the end of the run: that is
   * noted, and the operation goes on.
   */
  async bear<T>(operation: RestatePromise<T>): Promise<T> {
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
        if (kept === undefined) throw error ?? new Error(`Restate gave no outcome of ${attempt}.`);
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
    const comes = this.#ctx.promise<null>(wordOf(count)).get();
    this.#word = { count, comes: comes.map(() => ({ kind: 'told' })) };
  }
}
