import type { Sql } from 'postgres';
import type { Catalogue } from '@/engine/catalogue';
import { foldEvents, Runner } from '@/engine/index';
import type { Clock, World } from '@/engine/ports';
import type { BlobStore } from '../adapters/files';
import { consumeCommands } from '../store/commands';
import { concurrencyOf, type Definitions } from '../store/definitions';
import { type Claim, claimKey, LeaseLost } from '../store/journal';
import type { JournalWriter } from '../store/journal-writer';
import { loadWholeEvents } from '../store/load';
import { type ClaimedRun, claimRuns, parkRun, releaseAll, renewLeases } from '../store/queue';
import { HeldRun } from './held-run';

/** How often to look for claimable runs when nobody told of one. Also how late a timer may be. */
const POLL_MS = 1000;

/** How long a run rests after its worker failed at it, in ms: long enough not to spin, short enough to be noticed. */
const REST_AFTER_ERROR_MS = 10_000;

/** Largest `integer` of PostgreSQL: no command counts as news. */
const MAX_COUNT = 2 ** 31 - 1;

export interface WorkerOptions {
  /** Names this worker among all; a new one for every start. */
  readonly owner: string;
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly writer: JournalWriter;
  readonly definitions: Definitions;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  /** How long a claim holds without a sign of life, in ms. */
  readonly leaseMs: number;
  /** Runs advanced at once. @default 16 */
  readonly slots?: number;
  /** Longest wait to sit through in memory, in ms; a longer one gives the run back. @default 5000 */
  readonly parkAfterMs?: number;
  /** Told of errors that no run's journal can tell. */
  readonly report: (error: unknown, what: string) => void;
}

/** Claims runs and advances them until they end or sleep. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #slots: number;
  readonly #active = new Map<string, { claim: Claim; held: HeldRun | undefined; finished: Promise<void> }>();
  #claiming: Promise<void> | undefined;
  #wanted = false;
  #stopped = false;
  #poll: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #renewedAt = performance.now();
  #sleeper: { at: number; cancel: () => void } | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = options.slots ?? 16;
  }

  /** How many runs it is advancing now. */
  get activeRuns(): number {
    return this.#active.size;
  }

  /** Begins to claim runs. */
  start(): void {
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.#renewal = setInterval(() => {
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = undefined;
      });
    }, this.#options.leaseMs / 3);
    this.wake();
  }

  /** Looks for claimable runs now. */
  wake(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
  }

  /** A run was given a command: hands it on when the run is here, else looks whether it can be claimed. */
  command(runId: string): void {
    const here = [...this.#active.values()].filter(({ claim }) => claim.runId === runId);
    if (here.length === 0) this.wake();
    for (const { held } of here) this.#obey(held);
  }

  /** Stops at once: abandons its runs and gives them back, to go on wherever they are claimed next. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearInterval(this.#renewal);
    this.#sleeper?.cancel();
    await this.#claiming;
    for (const { held } of this.#active.values()) held?.abandon();
    await this.#options.writer.idle();
    await Promise.all([...this.#active.values()].map(({ finished }) => finished));
    await this.#renewing;
    await releaseAll(this.#options.sql, this.#options.owner);
  }

  async #claim(): Promise<void> {
    const { sql, owner, leaseMs, report } = this.#options;
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      const limit = this.#slots - this.#active.size;
      if (limit <= 0) return;
      try {
        const claims = await claimRuns(sql, { owner, leaseMs, limit });
        for (const claim of claims) this.#take(claim);
        if (claims.length === limit) this.#wanted = true;
      } catch (error) {
        report(error, 'Runs could not be claimed');
      }
    }
  }

  #take(claim: ClaimedRun): void {
    const key = claimKey(claim);
    const wasFull = this.#active.size + 1 >= this.#slots;
    const finished = this.#advance(key, claim).finally(() => {
      this.#active.delete(key);
      if (wasFull) this.wake();
    });
    this.#active.set(key, { claim, held: undefined, finished });
  }

  /** Never rejects: what goes wrong is reported, and the run rests before it is tried again. */
  async #advance(key: string, claim: ClaimedRun): Promise<void> {
    try {
      const held = await this.#open(claim);
      if (this.#stopped) return;
      const entry = this.#active.get(key);
      if (entry) entry.held = held;
      const end = await held.run();
      if (end.abandoned || this.#stopped) return;
      if (!end.ended) await this.#park(claim, end.wakeAt, end.seenCommands);
      else await this.#finish(claim, held, end.seenCommands);
    } catch (error) {
      if (error instanceof LeaseLost || this.#stopped) return;
      this.#options.report(error, `Run ${claim.runId} could not be advanced`);
      await this.#rest(claim);
    }
  }

  async #open(claim: ClaimedRun): Promise<HeldRun> {
    const { sql, blobs, definitions, writer, catalogue, clock, world, parkAfterMs = 5000 } = this.#options;
    const [events, definition] = await Promise.all([
      loadWholeEvents({ sql, blobs }, claim.runId),
      definitions.find(claim.pipelineId, claim.version),
    ]);
    if (!definition)
      throw new Error(`Version ${claim.version} of pipeline ${claim.pipelineId} is not stored.`);
    const runner = new Runner({
      pipeline: definition.pipeline,
      catalogue,
      state: foldEvents(events),
      journal: { append: (fresh, projection) => writer.append(claim, fresh, projection) },
      clock,
      world,
      parkAfterMs,
    });
    return new HeldRun(sql, runner, concurrencyOf(definition.pipeline) > 0);
  }

  async #finish(claim: Claim, held: HeldRun, seenCommands: number): Promise<void> {
    if (held.makesRoom) this.wake();
    if (seenCommands !== 0) await consumeCommands(this.#options.sql, claim.runId);
  }

  async #park(claim: Claim, wakeAt: string | undefined, seenCommands: number): Promise<void> {
    const isDue = await parkRun(this.#options.sql, claim, { wakeAt, seenCommands });
    if (isDue) this.wake();
    else if (wakeAt !== undefined) this.#sleepUntil(new Date(wakeAt));
  }

  async #rest(claim: Claim): Promise<void> {
    const { sql, clock, report } = this.#options;
    const wakeAt = new Date(clock.now().getTime() + REST_AFTER_ERROR_MS).toISOString();
    const options = { wakeAt, seenCommands: MAX_COUNT };
    await parkRun(sql, claim, options).catch((error: unknown) =>
      report(error, `Run ${claim.runId} could not be given back; it goes on when its lease has run out`),
    );
  }

  /** One timer for the earliest run that was parked here; the poll finds the others. */
  #sleepUntil(instant: Date): void {
    const at = instant.getTime();
    if (this.#stopped || (this.#sleeper && this.#sleeper.at <= at)) return;
    this.#sleeper?.cancel();
    const cancel = this.#options.clock.at(instant, () => {
      this.#sleeper = undefined;
      this.wake();
    });
    this.#sleeper = { at, cancel };
  }

  #obey(held: HeldRun | undefined): void {
    held?.obey().catch((error: unknown) => this.#options.report(error, 'A command could not be read'));
  }

  async #renew(): Promise<void> {
    const entries = [...this.#active.entries()];
    if (entries.length === 0) {
      this.#renewedAt = performance.now();
      return;
    }
    const { sql, leaseMs, report } = this.#options;
    const asked = performance.now();
    try {
      const claims = entries.map(([, { claim }]) => claim);
      const kept = await renewLeases(sql, claims, leaseMs);
      this.#renewedAt = asked;
      for (const [key, { held }] of entries) {
        const commandCount = kept.get(key);
        if (commandCount === undefined) held?.abandon();
        else if (held?.hasNews(commandCount)) this.#obey(held);
      }
    } catch (error) {
      report(error, 'Leases could not be renewed');
      this.#dropExpired();
    }
  }

  /** Past its lease a run may be elsewhere already: going on would repeat what the other worker does. */
  #dropExpired(): void {
    if (performance.now() - this.#renewedAt < this.#options.leaseMs) return;
    for (const { held } of this.#active.values()) held?.abandon();
  }
}
