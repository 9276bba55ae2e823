import { announcedRuns } from '../../../store/deliveries/announced-runs';
import { deleteOldDeliveries } from '../../../store/deliveries/history';
import { type DueTrigger, dueTriggers, outlook } from '../../../store/deliveries/schedules';
import type { ServiceContext } from '../../context';
import { announceRun } from './finished';
import { type Advanced, advanceSchedules } from './schedules';

/** Poll interval, and the delay of a trigger when a notification is lost. */
const POLL_MS = 1000;

/** Triggers and runs per query. */
const BATCH = 50;

/** Schedules fired in one transaction, which share its round trips. */
const TOGETHER = 25;

/** How often old deliveries are deleted, in ms, and how many per statement. */
const SWEEP_MS = 3_600_000;
const SWEEP_ROWS = 5000;

/** Newest deliveries of each trigger that are retained, and for how long. */
const RETENTION = { count: 1000, days: 90 };

/**
 * Fires schedules and starts pipelines after others. Any number of schedulers may run concurrently: the database decides by
 * its clock what is due, and its locks and unique event keys decide who does it.
 */
export class Scheduler {
  readonly #ctx: ServiceContext;
  readonly #report: (error: unknown, what: string) => void;
  #working: Promise<void> | undefined;
  #wanted = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: ServiceContext, report: (error: unknown, what: string) => void) {
    this.#ctx = ctx;
    this.#report = report;
  }

  /** Checks for work now, and from then on whenever there may be some. */
  wake(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Starts no further work, and waits for active work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    let delay = POLL_MS;
    try {
      while (this.#wanted && !this.#stopped) {
        this.#wanted = false;
        delay = await this.#look();
      }
      await this.#sweep();
    } catch (error) {
      if (!this.#stopped) this.#report(error, 'Triggers could not be looked up');
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), delay);
  }

  /** Does the pending work; returns in how many ms to check again. */
  async #look(): Promise<number> {
    const { sql, storage } = this.#ctx;
    // Due schedules and announced runs wait, as while no server runs.
    if (await storage.reason()) return POLL_MS;
    const { dueInMs, hasAnnounced } = await outlook(sql);
    const isDue = dueInMs !== null && dueInMs <= 0;
    const done =
      (hasAnnounced ? await this.#announce() : 0) +
      (isDue ? await this.#fire(await dueTriggers(sql, BATCH)) : 0);
    // Failed schedules, and those of another scheduler, stay due: an immediate second check would not help.
    if (done > 0) this.#wanted = true;
    return isDue || dueInMs === null ? POLL_MS : Math.min(POLL_MS, dueInMs);
  }

  async #announce(): Promise<number> {
    let done = 0;
    for (const run of await announcedRuns(this.#ctx.sql, BATCH)) {
      if (this.#stopped) break;
      if (
        await this.#safely(
          () => announceRun(this.#ctx, run),
          `The triggers of run ${run.id} could not be started`,
        )
      ) {
        done += 1;
      }
    }
    return done;
  }

  async #fire(due: readonly DueTrigger[]): Promise<number> {
    let done = 0;
    // Several schedulers read the same list: each starts at a random position, to avoid collisions.
    const start = Math.floor(Math.random() * due.length);
    const order = [...due.slice(start), ...due.slice(0, start)];
    for (let first = 0; first < due.length && !this.#stopped; first += TOGETHER) {
      done += await this.#fireTogether(order.slice(first, first + TOGETHER));
    }
    return done;
  }

  async #fireTogether(due: readonly DueTrigger[]): Promise<number> {
    try {
      return this.#logFailures(await advanceSchedules(this.#ctx, due));
    } catch {
      // One schedule made the transaction fail: repeat with one transaction each, which logs its error.
      return this.#fireOneByOne(due);
    }
  }

  async #fireOneByOne(due: readonly DueTrigger[]): Promise<number> {
    let done = 0;
    for (const trigger of due) {
      if (this.#stopped) break;
      const isDone = await this.#safely(
        async () => this.#logFailures(await advanceSchedules(this.#ctx, [trigger])) > 0,
        unfired(trigger.id),
      );
      if (isDone) done += 1;
    }
    return done;
  }

  #logFailures(advanced: readonly Advanced[]): number {
    for (const { id, error } of advanced) {
      if (error !== undefined) this.#report(error, unfired(id));
    }
    return advanced.length;
  }

  /**
   * Logs an error instead of throwing it, so that one failure does not stop the others. Returns false when no
   * work was done.
   */
  async #safely(work: () => Promise<boolean>, what: string): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (!this.#stopped) this.#report(error, what);
      return false;
    }
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = performance.now();
    while (
      !this.#stopped &&
      (await deleteOldDeliveries(this.#ctx.sql, RETENTION, SWEEP_ROWS)) === SWEEP_ROWS
    );
  }
}

function unfired(id: string): string {
  return `The trigger ${id} did not fire`;
}
