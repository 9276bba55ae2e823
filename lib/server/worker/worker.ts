import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent } from '@/engine';
import { notifyParentRun } from '../store/chunks/notify-parent-run';
import { type ClaimedRun, claimRuns } from '../store/claims';
import { claimKey, isProgress, LeaseLost } from '../store/journal';
import { parkRun } from '../store/queue/park-run';
import { releaseAll } from '../store/queue/release-all';
import { jittered } from '../store/retry';
import { backOff } from './back-off';
import { type Capacity, capacityFor } from './capacity';
import { isIsolated, type LeasedRun } from './leased-run';
import { Leases } from './leases';
import { openRun } from './opener';
import { decideQuarantine, type QuarantineDecision } from './quarantine-decision';
import type { RunSession } from './run-session';
import { WakeTimer } from './wake-timer';
import type { WorkerCounts, WorkerOptions } from './worker-options';

/** How often to look for claimable runs without a notification. Also how late a timer may be. */
const POLL_MS = 1000;

/** Longest time between two polls while the database does not answer, in ms. */
const LONGEST_OUTAGE_POLL_MS = 5000;

/** Claims runs and advances them until they end or are parked. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #leased = new Map<string, LeasedRun>();
  readonly #leases: Leases;
  readonly #wakeTimer: WakeTimer;
  /** Runs that were sent a command during a claim, which may have taken them before that. */
  readonly #commanded = new Set<string>();
  #claiming: Promise<void> | undefined;
  #wanted = false;
  #allowsOvercommit = false;
  #turn = '';
  #stopped = false;
  #pollTimer: NodeJS.Timeout | undefined;
  /** Claims that failed in a row. */
  #failures = 0;
  #claims = 0;
  #leaseLosses = 0;

  constructor(options: WorkerOptions) {
    const { clock } = options;
    this.#options = options;
    this.#wakeTimer = new WakeTimer(clock, () => this.wake());
    this.#leases = new Leases({
      ...options,
      leased: this.#leased,
      onNews: ({ session }) => this.#applyCommands(session),
      onLost: () => {
        this.#leaseLosses += 1;
      },
    });
  }

  /** Number of runs in memory. */
  get activeRuns(): number {
    return this.#leased.size;
  }

  /** It claims no more runs. */
  get isDraining(): boolean {
    return this.#stopped;
  }

  get counts(): WorkerCounts {
    return { claims: this.#claims, leaseLosses: this.#leaseLosses };
  }

  /** Begins to claim runs. */
  start(): void {
    this.#leases.start();
    this.#poll();
  }

  /** Claims runs now. */
  wake(): void {
    // While the database does not answer, more frequent queries do not help.
    if (this.#failures === 0) this.#requestClaim();
  }

  /** A run was sent a command: passes it on when the run is in memory, else tries to claim the run. */
  command(runId: string): void {
    const here = [...this.#leased.values()].filter(({ claim }) => claim.runId === runId);
    if (here.length === 0) {
      if (this.#claiming) this.#commanded.add(runId);
      this.wake();
    }
    for (const run of here) {
      run.isCommanded = true;
      this.#applyCommands(run.session);
    }
  }

  /**
   * Stops: claims no more runs and starts nothing more, lets attempts in flight end for a while, then releases every
   * run, which continues where it is claimed next.
   */
  async stop(): Promise<void> {
    const { sql, owner, writer, drainMs } = this.#options;
    this.#stopped = true;
    clearTimeout(this.#pollTimer);
    this.#wakeTimer.stop();
    // Before the claim in progress has ended; what it claims is not opened.
    for (const { session } of this.#leased.values()) session?.leave();
    await this.#claiming;
    const finished = Promise.all([...this.#leased.values()].map((each) => each.finished));
    await Promise.race([finished, delay(drainMs, undefined, { ref: false })]);
    for (const { session } of this.#leased.values()) session?.abandon();
    writer.giveUp();
    await writer.idle();
    await finished;
    this.#leases.stop();
    await this.#leases.idle();
    await releaseAll(sql, owner);
  }

  /** Claims now and then again at an interval, which grows while claims fail. */
  #poll(): void {
    this.#allowsOvercommit = true;
    this.#requestClaim();
    const wait = Math.min(POLL_MS * 2 ** Math.min(this.#failures, 8), LONGEST_OUTAGE_POLL_MS);
    this.#pollTimer = setTimeout(() => this.#poll(), this.#failures === 0 ? wait : jittered(wait));
  }

  #requestClaim(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
  }

  async #claim(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      const capacity = capacityFor(this.#options.slots, [...this.#leased.values()], this.#allowsOvercommit);
      this.#allowsOvercommit = false;
      if (capacity.limit <= 0) return;
      try {
        await this.#takeUpTo(capacity);
        this.#failures = 0;
      } catch (error) {
        // An outage is logged once.
        if (this.#failures === 0) this.#options.report(error, 'Runs could not be claimed');
        this.#failures += 1;
        return;
      }
    }
  }

  async #takeUpTo(capacity: Capacity): Promise<void> {
    const { sql, owner, leaseMs, clock } = this.#options;
    const leased = [...this.#leased.values()];
    const asked = performance.now();
    const { runs, turn, isContended, leaseEndsIn } = await claimRuns(sql, {
      ...capacity,
      owner,
      leaseMs,
      leased: leased.map(({ claim }) => claim.runId),
      isolatedSlots: leased.some((each) => each.isIsolated) ? 0 : 1,
      turn: this.#turn,
    });
    this.#turn = turn;
    // The next poll might come a second after another worker's lease has ended.
    if (leaseEndsIn !== undefined) this.#wakeTimer.wakeAt(new Date(clock.now().getTime() + leaseEndsIn + 1));
    this.#claims += runs.length;
    for (const run of runs) this.#take(run, asked);
    this.#commanded.clear();
    if (isContended || (runs.length === capacity.limit && !capacity.excludePipelines)) this.#wanted = true;
  }

  #take(claim: ClaimedRun, renewedAt: number): void {
    const key = claimKey(claim);
    const run: LeasedRun = {
      claim,
      renewedAt,
      isIsolated: isIsolated(claim),
      isLost: false,
      // A chunk also depends on the state of its parent run.
      isCommanded: claim.commandCount > 0 || claim.partOf !== null || this.#commanded.has(claim.runId),
      session: undefined,
      threadTime: { ms: 0 },
      finished: Promise.resolve(),
    };
    this.#leased.set(key, run);
    run.finished = this.#advance(run).finally(() => {
      const wasFull = this.#leased.size >= this.#options.slots;
      this.#leased.delete(key);
      if (wasFull || run.isIsolated) this.wake();
    });
  }

  /** Never rejects: errors are logged, and the run backs off before the next attempt. */
  async #advance(run: LeasedRun): Promise<void> {
    try {
      const decision = decideQuarantine(run.claim, this.#options.clock.now());
      if (decision) await this.#applyDecision(decision, run);
      else await this.#runSession(run);
    } catch (error) {
      await this.#fail(run, error);
    }
  }

  async #runSession(run: LeasedRun): Promise<void> {
    const { partOf } = run.claim;
    const session = await this.#open(run);
    if (run.isLost || this.#stopped) return;
    run.session = session;
    const end = await session.run(run);
    if (end.abandoned) {
      await this.#notifyParent(partOf);
      return;
    }
    if (!end.ended) await this.#park(run, end.wakeAt, end.seenCommands);
    else if (session.hasConcurrencyLimit) this.wake();
    const isOfNote = end.ended || (end.wakeAt === undefined && !session.isPaused);
    if (isOfNote) await this.#notifyParent(partOf);
  }

  async #fail(run: LeasedRun, error: unknown): Promise<void> {
    const { claim } = run;
    if (error instanceof LeaseLost) {
      this.#leases.lose(run);
      await this.#notifyParent(claim.partOf);
      return;
    }
    if (run.isLost || this.#stopped) return;
    this.#options.report(error, `Run ${claim.runId} could not be advanced`);
    await backOff(this.#options, claim);
  }

  #open(run: LeasedRun): Promise<RunSession> {
    const { writer } = this.#options;
    const { claim } = run;
    return openRun(this.#options, run, {
      append: async (events, projection) => {
        await writer.append(claim, events, projection, run.threadTime);
        this.#endIsolation(run, events);
      },
    });
  }

  /** Records the decision about a run that is not opened. */
  async #applyDecision(
    { events, projection, hasEnded }: QuarantineDecision,
    { claim }: LeasedRun,
  ): Promise<void> {
    const { sql, writer } = this.#options;
    await writer.append(claim, events, projection);
    const rest = { wakeAt: undefined, seenCommands: claim.commandCount, keepsCrashes: true };
    if (!hasEnded && (await parkRun(sql, claim, rest))) this.wake();
    await this.#notifyParent(claim.partOf);
  }

  /** A step of an isolated run has ended: its isolation ends and another isolated run may be claimed. */
  #endIsolation(run: LeasedRun, events: readonly RunEvent[]): void {
    if (!run.isIsolated || !events.some(isProgress)) return;
    run.isIsolated = false;
    this.wake();
  }

  /**
   * Notifies the parent run of a chunk; without a notification it would notice a little later. A lost lease notifies too,
   * since a lease is lost when a chunk has ended with a write whose answer came late. Never rejects.
   */
  async #notifyParent(runId: string | null): Promise<void> {
    if (runId === null) return;
    const { sql, report } = this.#options;
    await notifyParentRun(sql, runId).catch((error: unknown) =>
      report(error, `Run ${runId} was not notified of the end of its chunk`),
    );
    this.command(runId);
  }

  async #park({ claim }: LeasedRun, wakeAt: string | undefined, seenCommands: number): Promise<void> {
    const { sql } = this.#options;
    // Runs that are released while the worker stops continue immediately on another worker.
    const seen = this.#stopped ? -1 : seenCommands;
    const isDue = await parkRun(sql, claim, { wakeAt, seenCommands: seen });
    if (isDue) this.wake();
    else if (wakeAt !== undefined) this.#wakeTimer.wakeAt(new Date(wakeAt));
  }

  #applyCommands(session: RunSession | undefined): void {
    session
      ?.applyCommands()
      .catch((error: unknown) => this.#options.report(error, 'A command could not be read'));
  }
}
