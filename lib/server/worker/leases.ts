import type { Sql } from 'postgres';
import { type Claim, claimKey } from '../store/journal';
import { disownRuns } from '../store/queue/disown-runs';
import { renewLeases } from '../store/queue/renew-leases';
import type { LeasedRun } from './leased-run';

/** How much of a lease may pass without a renewal before nothing more is started. */
const UNSURE_SHARE = 2 / 3;

/** How often the ages of leases are checked, as a share of the lease. */
const AGE_CHECK_SHARE = 1 / 20;

export interface LeasesOptions {
  readonly sql: Sql;
  readonly leaseMs: number;
  /** The leased runs, by claim key. */
  readonly leased: ReadonlyMap<string, LeasedRun>;
  /** A run was sent commands that it has not read. */
  readonly onNews: (run: LeasedRun) => void;
  /** A run was dropped because its lease was lost or ran out. */
  readonly onLost: () => void;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Renews the leases of a worker. While the database does not answer, it stops runs in time: past its lease a run may be
 * elsewhere already, and continuing would repeat what the other worker does.
 */
export class Leases {
  readonly #options: LeasesOptions;
  #renewal: NodeJS.Timeout | undefined;
  #ageTimer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #hasLogged = false;
  /** Lost, and not disowned yet: the database may count them as crashes of a worker that is alive. */
  readonly #lost = new Map<string, Claim>();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  start(): void {
    const { leaseMs } = this.#options;
    this.#renewal = setInterval(() => this.#begin(), leaseMs / 3);
    this.#ageTimer = setInterval(() => this.#checkAges(), leaseMs * AGE_CHECK_SHARE);
  }

  /** Called when a run has another owner. */
  lose({ claim }: LeasedRun): void {
    this.#lost.set(claimKey(claim), claim);
    this.#begin();
  }

  stop(): void {
    clearInterval(this.#renewal);
    clearInterval(this.#ageTimer);
  }

  /** Resolves when no renewal is in progress. */
  async idle(): Promise<void> {
    await this.#renewing;
  }

  #begin(): void {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renew(): Promise<void> {
    const { sql, leaseMs, leased, report } = this.#options;
    const asked = performance.now();
    const entries = [...leased.entries()];
    try {
      if (entries.length > 0) {
        const claims = entries.map(([, { claim }]) => claim);
        this.#apply(entries, await renewLeases(sql, claims, leaseMs), asked);
      }
      await this.#disown();
      this.#hasLogged = false;
    } catch (error) {
      // An outage is logged once.
      if (!this.#hasLogged) report(error, 'Leases could not be renewed');
      this.#hasLogged = true;
    }
    this.#checkAges();
  }

  async #disown(): Promise<void> {
    const lost = [...this.#lost];
    if (lost.length === 0) return;
    await disownRuns(
      this.#options.sql,
      lost.map(([, claim]) => claim),
    );
    for (const [key] of lost) this.#lost.delete(key);
  }

  #apply(
    entries: readonly (readonly [string, LeasedRun])[],
    renewed: ReadonlyMap<string, number>,
    asked: number,
  ): void {
    for (const [key, run] of entries) {
      const commandCount = renewed.get(key);
      if (commandCount === undefined) this.#drop(run);
      else {
        run.renewedAt = asked;
        run.session?.unsuspend();
        if (run.session?.hasNews(commandCount)) this.#options.onNews(run);
      }
    }
  }

  /** Uses this machine's monotonic clock, since the database may not answer. */
  #checkAges(): void {
    const { leased, leaseMs } = this.#options;
    const now = performance.now();
    for (const run of leased.values()) {
      const age = now - run.renewedAt;
      if (age >= leaseMs) this.#drop(run);
      else if (age >= leaseMs * UNSURE_SHARE) run.session?.suspend();
    }
  }

  #drop(run: LeasedRun): void {
    // A run that has ended meanwhile has no lease either.
    if (run.isLost || this.#options.leased.get(claimKey(run.claim)) !== run) return;
    run.isLost = true;
    run.session?.abandon();
    this.#options.onLost();
    this.lose(run);
  }
}
