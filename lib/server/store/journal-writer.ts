import type { Sql } from 'postgres';
import type { Projection, RunEvent } from '@/engine';
import { noteActivity, type ThreadTime, turnsOf } from '../in-turns';
import { areLarge, extracting, extractLarge, type NewPayload, rowOf } from './event-payloads';
import { groupBy } from './group-by';
import { GroupCommit } from './group-commit';
import { type Claim, claimKey, type JournalEntry, LeaseLost, writeEntries } from './journal';
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

/**
 * Writes the journals of all runs of this process with group commit: whatever becomes ready during a commit
 * goes into the next statement together, so that a slow disk delays one commit, not every step.
 */
export class JournalWriter {
  readonly #sql: Sql;
  readonly #onWritten: OnWritten;
  readonly #keepLarge: KeepLarge;
  readonly #keeping = new Set<Promise<unknown>>();
  readonly #group: GroupCommit<JournalEntry, boolean>;
  #givesUp = false;
  #commits = 0;

  constructor(options: { sql: Sql; keepLarge: KeepLarge; onWritten: OnWritten }) {
    this.#sql = options.sql;
    this.#keepLarge = options.keepLarge;
    this.#onWritten = options.onWritten;
    this.#group = new GroupCommit({
      writers: WRITERS,
      maxWeight: MAX_BATCH_EVENTS,
      weightOf: ({ events }) => events.length,
      write: (batch) => this.#write(batch),
      keyOf: keyOfEntry,
    });
  }

  /**
   * Resolves once the events are durable. A run appends again only after that, so storing its large payloads first delays
   * no other run.
   * @param time thread time of the run, to which writing large values is added
   * @throws LeaseLost when the claim no longer holds
   */
  append(
    claim: Claim,
    events: readonly RunEvent[],
    projection: Projection,
    time: ThreadTime = { ms: 0 },
  ): Promise<void> {
    if (events.length === 0) return Promise.resolve();
    noteActivity(time);
    const payloads: NewPayload[] = [];
    const keep = (payload: NewPayload) => void payloads.push(payload);
    if (areLarge(events)) {
      const slimming = turnsOf(time)(extracting(events, keep));
      return this.#count(slimming).then((slim) => this.#enter({ claim, events: slim, projection, payloads }));
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
    await this.#group.idle();
  }

  async #enqueue(entry: JournalEntry): Promise<void> {
    const isDurable = await this.#group.add(entry);
    if (!isDurable) throw new LeaseLost(entry.claim.runId);
  }

  #keep(runId: string, payloads: readonly NewPayload[]): ReturnType<KeepLarge> {
    const keeping = this.#keepLarge(payloads).then((stored) =>
      storeAhead(this.#sql, runId, stored, () => !this.#givesUp),
    );
    return this.#count(keeping);
  }

  /** Returns which entries are durable: those whose claims still hold. */
  async #write(batch: readonly JournalEntry[]): Promise<(entry: JournalEntry) => boolean> {
    const merged = groupBy(batch, keyOfEntry).map(merge);
    const durable = await writeEntries(this.#sql, merged, () => !this.#givesUp);
    this.#commits += 1;
    const isDurable = (entry: JournalEntry) => durable.has(keyOfEntry(entry));
    for (const { claim, events } of merged.filter(isDurable)) {
      this.#onWritten(claim.runId, events.at(-1)?.seq ?? 0, events);
    }
    return isDurable;
  }
}

/** Whether values are stored before their event: one is large, or their total is. */
function isMuch(payloads: readonly NewPayload[]): boolean {
  return payloads.some(isLarge) || payloads.reduce((sum, { bytes }) => sum + bytes, 0) > AHEAD_BYTES;
}

function keyOfEntry({ claim }: JournalEntry): string {
  return claimKey(claim);
}

/** Entries of one claim as one, in the order in which they were appended. */
function merge(group: readonly JournalEntry[]): JournalEntry {
  const last = group.at(-1);
  if (!last) throw new Error('A group of journal entries is never empty.');
  return {
    ...last,
    events: group.flatMap((entry) => entry.events),
    payloads: group.flatMap((entry) => entry.payloads),
  };
}
