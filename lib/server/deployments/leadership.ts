import { hostname } from 'node:os';
import type { Sql, TransactionSql } from 'postgres';
import { startOf } from '../adapters/process-table';
import {
  asLeader,
  findLease,
  type Leader,
  type Lease,
  LeaseLost,
  renewLease,
  resignLease,
  takeLease,
} from '../store/deployments/leader';

/** Length of the leader's lease, in seconds. */
const LEASE_SECONDS = 10;
/**
 * A worker becomes the leader only after this time without a web process, because replicas should run beside the
 * gateway.
 */
const WORKER_WAITS_SECONDS = 40;
/** Interval of renewals, in ms: less than a third of the lease. */
const RENEW_MS = 3000;
/** Time without a renewal after which this process stops acting, in ms: shorter than the lease. */
const CERTAIN_MS = 7000;

export interface LeadershipOptions {
  readonly sql: Sql;
  readonly owner: string;
  readonly kind: 'web' | 'worker';
  /** Whether this process alone uses the database, and so is always the leader. */
  readonly isOnly: boolean;
  /** A monotonic clock in ms. @default that of this machine */
  readonly now?: () => number;
}

/**
 * Elects the one process of the installation that manages deployments. Leases expire by the monotonic clocks of the
 * processes, never by the time of day, and writes of a former leader are refused.
 */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #now: () => number;
  #renewedAt = -Infinity;
  /** Undefined while this process is not the leader. */
  #token: number | undefined;
  /** Whether this process was the leader before. */
  #hasLed = false;
  /** The lease of another process, with the time of its last observed change. */
  #watched: { readonly version: string; readonly since: number } | undefined;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Whether this process is the leader and, by its own clock, its lease cannot have expired. The clock may have been
   * suspended.
   */
  get isCertain(): boolean {
    return this.#token !== undefined && this.#now() - this.#renewedAt < CERTAIN_MS;
  }

  /** Takes or renews the lease. @returns its token, which differs each time that this process becomes the leader */
  async hold(): Promise<number | undefined> {
    const at = this.#now();
    if (this.#token !== undefined && at - this.#renewedAt < RENEW_MS) return this.#token;
    this.#token = await this.#renewOrTake();
    if (this.#token !== undefined) this.#renewedAt = at;
    return this.#token;
  }

  /**
   * Runs work in a transaction, during which no other process can take the lease.
   * @throws LeaseLost when this process is not the leader
   */
  async act<T>(work: (tx: TransactionSql) => Promise<T>): Promise<T> {
    const { sql, owner } = this.#options;
    const token = this.#token;
    if (token === undefined) throw new LeaseLost();
    try {
      return await asLeader(sql, { owner, token }, work);
    } catch (error) {
      if (error instanceof LeaseLost && this.#token === token) this.#token = undefined;
      throw error;
    }
  }

  /** Resigns as leader. */
  async end(): Promise<void> {
    const token = this.#token;
    this.#token = undefined;
    if (token !== undefined) await resignLease(this.#options.sql, { ...(await this.#self()), token });
  }

  /** Whether another machine leads. */
  async isElsewhere(): Promise<boolean> {
    const lease = await findLease(this.#options.sql);
    return lease !== undefined && !lease.isResigned && lease.host !== hostname();
  }

  async #renewOrTake(): Promise<number | undefined> {
    const { sql, owner } = this.#options;
    const token = this.#token;
    if (token !== undefined) return (await renewLease(sql, { owner, token })) ? token : undefined;
    const seen = await findLease(sql);
    const isFree =
      seen === undefined || seen.isResigned || (await this.#hasEnded(seen)) || this.#isSilent(seen);
    if (!isFree) return undefined;
    const taken = await takeLease(sql, await this.#self(), seen);
    if (taken !== undefined) this.#hasLed = true;
    return taken;
  }

  /** Whether the leader is known to have ended. */
  async #hasEnded({ host, pid, started }: Lease): Promise<boolean> {
    if (this.#options.isOnly && !this.#hasLed) return true;
    return host === hostname() && (await startOf(pid)) !== started;
  }

  /** Whether the lease has expired: its leader has not renewed it while this process was waiting. */
  #isSilent({ version }: Lease): boolean {
    // Measured after the response, while the leader measures from before its request: the lease ends there first.
    const now = this.#now();
    if (this.#watched?.version !== version) this.#watched = { version, since: now };
    const seconds = this.#options.kind === 'web' ? LEASE_SECONDS : WORKER_WAITS_SECONDS;
    return now - this.#watched.since >= seconds * 1000;
  }

  async #self(): Promise<Leader> {
    const started = (await startOf(process.pid)) ?? '';
    return { owner: this.#options.owner, host: hostname(), pid: process.pid, started };
  }
}
