import type { Sql } from 'postgres';
import { type Claim, claimKey } from '../store/journal';
import { disownRuns, renewLeases } from '../store/queue';
import type { Holding } from './hand';

/** How much of a lease may pass without a renewal before nothing more is started. */
const UNSURE_SHARE = 2 / 3;

/** How often ages of leases are looked at, as a share of the lease. */
const LOOK_SHARE = 1 / 20;

export interface LeasesOptions {
  readonly sql: Sql;
  readonly leaseMs: number;
  /** What is held now, by claim key. */
  readonly holdings: ReadonlyMap<string, Holding>;
  /** A run was given commands that it has not read. */
  readonly onNews: (holding: Holding) => void;
  /** A run was let go because its lease was lost or ran out. */
  readonly onLost: () => void;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Keeps the leases of a worker. Where the database does not answer, it stops what it holds in time: past its lease a
 * run may be elsewhere already, and going on would repeat what the other worker does.
 */
export class Leases {
  readonly #options: LeasesOptions;
  #renewal: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #isTold = false;
  /** Lost, and not disowned yet: they may count as crashes of a worker that is alive. */
  readonly #lost = new Map<string, Claim>();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  start(): void {
    const { leaseMs } = this.#options;
    this.#renewal = setInterval(() => this.#begin(), leaseMs / 3);
    this.#look = setInterval(() => this.#judge(), leaseMs * LOOK_SHARE);
  }

  /** A run turned out to be somebody else's. */
  lose({ claim }: Holding): void {
    this.#lost.set(claimKey(claim), claim);
    this.#begin();
  }

  /** Renews nothing more. */
  stop(): void {
    clearInterval(this.#renewal);
    clearInterval(this.#look);
  }

  /** Resolves when no renewal is under way. */
  async idle(): Promise<void> {
    await this.#renewing;
  }

  #begin(): void {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renew(): Promise<void> {
    const { sql, leaseMs, holdings, report } = this.#options;
    const asked = performance.now();
    const entries = [...holdings.entries()];
    try {
      if (entries.length > 0) {
        const claims = entries.map(([, { claim }]) => claim);
        this.#apply(entries, await renewLeases(sql, claims, leaseMs), asked);
      }
      await this.#disown();
      this.#isTold = false;
    } catch (error) {
      // The same outage again and again is told once.
      if (!this.#isTold) report(error, 'Leases could not be renewed');
      this.#isTold = true;
    }
    this.#judge();
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
    entries: readonly (readonly [string, Holding])[],
    kept: ReadonlyMap<string, number>,
    asked: number,
  ): void {
    for (const [key, holding] of entries) {
      const commandCount = kept.get(key);
      if (commandCount === undefined) this.#letGo(holding);
      else {
        holding.renewedAt = asked;
        holding.held?.rouse();
        if (holding.held?.hasNews(commandCount)) this.#options.onNews(holding);
      }
    }
  }

  /** By this machine's monotonic clock: nothing else can be asked. */
  #judge(): void {
    const { holdings, leaseMs } = this.#options;
    const now = performance.now();
    for (const holding of holdings.values()) {
      const age = now - holding.renewedAt;
      if (age >= leaseMs) this.#letGo(holding);
      else if (age >= leaseMs * UNSURE_SHARE) holding.held?.rest();
    }
  }

  #letGo(holding: Holding): void {
    // What has ended meanwhile has no lease either.
    if (holding.isLost || this.#options.holdings.get(claimKey(holding.claim)) !== holding) return;
    holding.isLost = true;
    holding.held?.abandon();
    this.#options.onLost();
    this.lose(holding);
  }
}
