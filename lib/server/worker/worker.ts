import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine/run/events';
import { tellWhole } from '../store/chunks';
import { type ClaimedRun, claimRuns } from '../store/claims';
import { claimKey, isProgress, LeaseLost } from '../store/journal';
import type { JournalWriter } from '../store/journal-writer';
import { parkRun, releaseAll } from '../store/queue';
import { jittered } from '../store/retry';
import { type Holding, isSuspect } from './hand';
import type { HeldRun } from './held-run';
import { Leases } from './leases';
import { type OpenerOptions, openRun } from './opener';
import { restRun } from './rest';
import { type Room, roomFor } from './room';
import { Sleeper } from './sleeper';
import { type Verdict, verdictOn } from './verdict';

/** How often to look for claimable runs when nobody told of one. Also how late a timer may be. */
const POLL_MS = 1000;

/** Longest time between two looks while the database does not answer, in ms. */
const LONGEST_OUTAGE_POLL_MS = 5000;

/** What a worker has done since it began, for metrics. */
export interface WorkerCounts {
  /** Runs it has taken. */
  readonly claims: number;
  /** Runs it had to let go because their lease was lost or ran out. */
  readonly leaseLosses: number;
}

export interface WorkerOptions extends OpenerOptions {
  /** Names this worker among all; a new one for every start. */
  readonly owner: string;
  readonly writer: JournalWriter;
  /** Where runs are claimed; see `Database`. */
  readonly claims: Sql;
  /** How long a claim holds without a sign of life, in ms. */
  readonly leaseMs: number;
  /** Runs advanced at once; a few more when a pipeline has none among them. */
  readonly slots: number;
  /** Longest time that attempts in flight get to end when the worker stops, in ms. */
  readonly drainMs: number;
  /** Told of errors that no run's journal can tell. */
  readonly report: (error: unknown, what: string) => void;
}

/** Claims runs and advances them until they end or sleep. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #holdings = new Map<string, Holding>();
  readonly #leases: Leases;
  readonly #sleeper: Sleeper;
  #claiming: Promise<void> | undefined;
  #wanted = false;
  #seeksGuests = false;
  #turn = '';
  #stopped = false;
  #poll: NodeJS.Timeout | undefined;
  /** Claims that failed in a row. */
  #failures = 0;
  #claims = 0;
  #leaseLosses = 0;

  constructor(options: WorkerOptions) {
    const { clock } = options;
    this.#options = options;
    this.#sleeper = new Sleeper(clock, () => this.wake());
    this.#leases = new Leases({
      ...options,
      holdings: this.#holdings,
      onNews: ({ held }) => this.#obey(held),
      onLost: () => {
        this.#leaseLosses += 1;
      },
    });
  }

  /** How many runs it is advancing now. */
  get activeRuns(): number {
    return this.#holdings.size;
  }

  /** It takes no more runs. */
  get isDraining(): boolean {
    return this.#stopped;
  }

  get counts(): WorkerCounts {
    return { claims: this.#claims, leaseLosses: this.#leaseLosses };
  }

  /** Begins to claim runs. */
  start(): void {
    this.#leases.start();
    this.#look();
  }

  /** Looks for claimable runs now. */
  wake(): void {
    // While the database does not answer, asking more often does not help it.
    if (this.#failures === 0) this.#seek();
  }

  /** A run was given a command: hands it on when the run is here, else looks whether it can be claimed. */
  command(runId: string): void {
    const here = [...this.#holdings.values()].filter(({ claim }) => claim.runId === runId);
    if (here.length === 0) this.wake();
    for (const holding of here) {
      holding.isCommanded = true;
      this.#obey(holding.held);
    }
  }

  /**
   * Stops: takes no more runs and starts nothing more, lets what is in flight end for a while, then gives back every
   * run, to go on wherever it is claimed next.
   */
  async stop(): Promise<void> {
    const { sql, owner, writer, drainMs } = this.#options;
    this.#stopped = true;
    clearTimeout(this.#poll);
    this.#sleeper.stop();
    await this.#claiming;
    for (const { held } of this.#holdings.values()) held?.leave();
    const finished = Promise.all([...this.#holdings.values()].map((each) => each.finished));
    await Promise.race([finished, delay(drainMs, undefined, { ref: false })]);
    for (const { held } of this.#holdings.values()) held?.abandon();
    writer.giveUp();
    await writer.idle();
    await finished;
    this.#leases.stop();
    await this.#leases.idle();
    await releaseAll(sql, owner);
  }

  /** Looks now, and again after a while: later and later as long as that fails. */
  #look(): void {
    this.#seeksGuests = true;
    this.#seek();
    const wait = Math.min(POLL_MS * 2 ** Math.min(this.#failures, 8), LONGEST_OUTAGE_POLL_MS);
    this.#poll = setTimeout(() => this.#look(), this.#failures === 0 ? wait : jittered(wait));
  }

  #seek(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
  }

  async #claim(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      const room = roomFor(this.#options.slots, [...this.#holdings.values()], this.#seeksGuests);
      this.#seeksGuests = false;
      if (room.limit <= 0) return;
      try {
        await this.#takeUpTo(room);
        this.#failures = 0;
      } catch (error) {
        // One outage is told once.
        if (this.#failures === 0) this.#options.report(error, 'Runs could not be claimed');
        this.#failures += 1;
        return;
      }
    }
  }

  async #takeUpTo(room: Room): Promise<void> {
    const { claims, owner, leaseMs, clock } = this.#options;
    const holdings = [...this.#holdings.values()];
    const asked = performance.now();
    const { runs, turn, isContended, leaseEndsIn } = await claimRuns(claims, {
      ...room,
      owner,
      leaseMs,
      held: holdings.map(({ claim }) => claim.runId),
      suspects: holdings.some((each) => each.isSuspect) ? 0 : 1,
      turn: this.#turn,
    });
    this.#turn = turn;
    // The next poll might come a second after another worker's lease has ended.
    if (leaseEndsIn !== undefined)
      this.#sleeper.sleepUntil(new Date(clock.now().getTime() + leaseEndsIn + 1));
    this.#claims += runs.length;
    for (const run of runs) this.#take(run, asked);
    if (isContended || (runs.length === room.limit && !room.newTo)) this.#wanted = true;
  }

  #take(claim: ClaimedRun, renewedAt: number): void {
    const key = claimKey(claim);
    const holding: Holding = {
      claim,
      renewedAt,
      isSuspect: isSuspect(claim),
      isLost: false,
      // A part of a loop is also told by how the whole stands.
      isCommanded: claim.commandCount > 0 || claim.partOf !== null,
      held: undefined,
      finished: Promise.resolve(),
    };
    this.#holdings.set(key, holding);
    holding.finished = this.#advance(holding).finally(() => {
      const wasFull = this.#holdings.size >= this.#options.slots;
      this.#holdings.delete(key);
      if (wasFull || holding.isSuspect) this.wake();
    });
  }

  /** Never rejects: what goes wrong is reported, and the run rests before it is tried again. */
  async #advance(holding: Holding): Promise<void> {
    const { claim } = holding;
    try {
      const verdict = verdictOn(claim, this.#options.clock.now());
      if (verdict) {
        await this.#carryOut(verdict, holding);
        return;
      }
      const held = await this.#open(holding);
      if (holding.isLost || this.#stopped) return;
      holding.held = held;
      const end = await held.run(holding);
      if (end.abandoned) {
        await this.#tell(claim.partOf);
        return;
      }
      if (!end.ended) await this.#park(holding, end.wakeAt, end.seenCommands);
      else if (held.makesRoom) this.wake();
      const isOfNote = end.ended || (end.wakeAt === undefined && !held.isOnHold);
      if (isOfNote) await this.#tell(claim.partOf);
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.#leases.lose(holding);
        await this.#tell(claim.partOf);
      }
      if (error instanceof LeaseLost || holding.isLost || this.#stopped) return;
      this.#options.report(error, `Run ${claim.runId} could not be advanced`);
      await restRun(this.#options, claim);
    }
  }

  #open(holding: Holding): Promise<HeldRun> {
    const { writer } = this.#options;
    const { claim } = holding;
    return openRun(this.#options, claim, {
      append: async (events, projection) => {
        await writer.append(claim, events, projection);
        this.#clear(holding, events);
      },
    });
  }

  /** Puts down what was decided about a run that is not opened. */
  async #carryOut({ events, projection, hasEnded }: Verdict, { claim }: Holding): Promise<void> {
    const { sql, writer } = this.#options;
    await writer.append(claim, events, projection);
    const rest = { wakeAt: undefined, seenCommands: claim.commandCount, keepsCrashes: true };
    if (!hasEnded && (await parkRun(sql, claim, rest))) this.wake();
    await this.#tell(claim.partOf);
  }

  /** A suspect one of whose steps has ended is none any more: the next one may have its turn. */
  #clear(holding: Holding, events: readonly RunEvent[]): void {
    if (!holding.isSuspect || !events.some(isProgress)) return;
    holding.isSuspect = false;
    this.wake();
  }

  /**
   * Tells the run whose loop this was a part of, if it was one; it would find out by itself, a little later. Also told when a
   * lease is lost: it is when the part has ended with a write whose answer came late. Never rejects.
   */
  async #tell(runId: string | null): Promise<void> {
    if (runId === null) return;
    const { sql, report } = this.#options;
    await tellWhole(sql, runId).catch((error: unknown) =>
      report(error, `Run ${runId} was not told of its part`),
    );
    this.command(runId);
  }

  async #park({ claim }: Holding, wakeAt: string | undefined, seenCommands: number): Promise<void> {
    const { sql } = this.#options;
    // What is left while the worker stops goes on at once, elsewhere.
    const seen = this.#stopped ? -1 : seenCommands;
    const isDue = await parkRun(sql, claim, { wakeAt, seenCommands: seen });
    if (isDue) this.wake();
    else if (wakeAt !== undefined) this.#sleeper.sleepUntil(new Date(wakeAt));
  }

  #obey(held: HeldRun | undefined): void {
    held?.obey().catch((error: unknown) => this.#options.report(error, 'A command could not be read'));
  }
}
