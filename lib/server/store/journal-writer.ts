import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine';
import { areLarge, extractInTurns, extractLarge, type NewPayload, rowOf } from './event-payloads';
import { type Claim, claimKey, type JournalEntry, LeaseLost, type Projection, writeEntries } from './journal';
import { isLarge, type KeepLarge } from './large-payloads';
import { AHEAD_BYTES, storeAhead } from './payloads-ahead';

/** Most events in one statement. Measured: beyond a few hundred, a larger batch gains nothing. */
const MAX_BATCH_EVENTS = 500;

/**
 * Concurrent statements. A run is in at most one, since it appends again only after the last one is durable.
 * While the database writes for some runs, others are planned.
 */
const WRITERS = 2;

/** Called after events became durable. */
export type OnWritten = (runId: string, lastSeq: number, events: readonly RunEvent[]) => void;

interface Waiting extends JournalEntry {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes the journals of all runs of this process with group commit: whatever becomes ready during a commit
 * goes into the next statement together, so that a slow disk delays one commit, not every step.
 */
export class JournalWriter {
  readonly #sql: Sql;
  readonly #onWritten: OnWritten;
  readonly #keepLarge: KeepLarge;
  readonly #keeping = new Set<Promise<unknown>>();
  #waiting: Waiting[] = [];
  readonly #draining = new Set<Promise<void>>();
  #writers = 0;
  #givesUp = false;
  #commits = 0;

  constructor(options: { sql: Sql; keepLarge: KeepLarge; onWritten: OnWritten }) {
    this.#sql = options.sql;
    this.#keepLarge = options.keepLarge;
    this.#onWritten = options.onWritten;
  }

  /**
   * Resolves once the events are durable. A run appends again only after that, so storing its large payloads first delays
   * no other run.
   * @throws LeaseLost when the claim no longer holds
   */
  append(claim: Claim, events: readonly RunEvent[], projection: Projection): Promise<void> {
    if (events.length === 0) return Promise.resolve();
    const payloads: NewPayload[] = [];
    const keep = (payload: NewPayload) => void payloads.push(payload);
    if (areLarge(events)) {
      const extracting = extractInTurns(events, keep);
      return this.#count(extracting).then((slim) =>
        this.#enter({ claim, events: slim, projection, payloads }),
      );
    }
    const slim = events.map((event) => extractLarge(event, keep));
    return this.#enter({ claim, events: slim, projection, payloads });
  }

  #enter(
    entry: Omit<JournalEntry, 'payloads'> & { readonly payloads: readonly NewPayload[] },
  ): Promise<void> {
    const { claim, payloads } = entry;
    if (!isMuch(payloads)) return this.#enqueue({ ...entry, payloads: payloads.map(rowOf) });
    return this.#keep(claim.runId, payloads).then((stored) => this.#enqueue({ ...entry, payloads: stored }));
  }

  /** Adds preparation of a write to what `idle` waits for. */
  #count<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    const counted = settled.finally(() => this.#keeping.delete(counted));
    this.#keeping.add(counted);
    return work;
  }

  /** Committed statements. */
  get commits(): number {
    return this.#commits;
  }

  /** From now on, a write fails when the database is unreachable, instead of waiting for it. */
  giveUp(): void {
    this.#givesUp = true;
  }

  /** Resolves when all writes have settled. */
  async idle(): Promise<void> {
    // Storing the extracted payloads appends further writes.
    while (this.#keeping.size > 0) await Promise.all(this.#keeping);
    await Promise.all(this.#draining);
  }

  #enqueue(entry: JournalEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...entry, done, failed });
      if (this.#writers < WRITERS) this.#startWriter();
    });
  }

  #keep(runId: string, payloads: readonly NewPayload[]): ReturnType<KeepLarge> {
    const keeping = this.#keepLarge(payloads).then((stored) =>
      storeAhead(this.#sql, runId, stored, () => !this.#givesUp),
    );
    return this.#count(keeping);
  }

  #startWriter(): void {
    this.#writers += 1;
    const draining = this.#drain().finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
  }

  async #drain(): Promise<void> {
    // Everything appended in the same microtask turn joins the first statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#write(this.#take());
    // Synchronously, not when the promise settles: an append in between must find a writer or start one.
    this.#writers -= 1;
  }

  #take(): Waiting[] {
    let events = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      events += entry.events.length;
      if (count > 0 && events > MAX_BATCH_EVENTS) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const groups = groupByRun(batch);
    try {
      const durable = await writeEntries(this.#sql, groups.map(merge), () => !this.#givesUp);
      this.#commits += 1;
      this.#settle(groups, durable);
    } catch (error) {
      const [only, ...others] = groups;
      if (only && others.length === 0) {
        for (const entry of only) entry.failed(error);
        return;
      }
      // The database may refuse the events of one run: the other runs must not fail with it.
      for (const group of groups) await this.#write(group);
    }
  }

  #settle(groups: readonly (readonly Waiting[])[], durable: ReadonlySet<string>): void {
    for (const group of groups) {
      const entry = merge(group);
      const { runId } = entry.claim;
      const written = durable.has(claimKey(entry.claim));
      if (written) this.#onWritten(runId, entry.events.at(-1)?.seq ?? 0, entry.events);
      for (const { done, failed } of group) {
        if (written) done();
        else failed(new LeaseLost(runId));
      }
    }
  }
}

/** Whether values are stored before their event: one is large, or their total is. */
function isMuch(payloads: readonly NewPayload[]): boolean {
  return payloads.some(isLarge) || payloads.reduce((sum, { bytes }) => sum + bytes, 0) > AHEAD_BYTES;
}

/** Entries of one claim together, in the order in which they were appended. */
function groupByRun(batch: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const entry of batch) {
    const key = claimKey(entry.claim);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

function merge(group: readonly Waiting[]): JournalEntry {
  const last = group.at(-1);
  if (!last) throw new Error('A group of journal entries is never empty.');
  return {
    ...last,
    events: group.flatMap((entry) => entry.events),
    payloads: group.flatMap((entry) => entry.payloads),
  };
}
