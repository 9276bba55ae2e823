import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { startOf } from '../adapters/process-table';
import { findLeader, lead, resign } from '../store/deployments/leader';

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
}

/** Elects the one process of the installation that manages deployments. */
export class Leadership {
  readonly #options: LeadershipOptions;
  #renewedAt = -Infinity;
  #isLeader = false;
  #isFirst = true;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** Whether this process is the leader and its lease cannot have expired. */
  get isCertain(): boolean {
    return this.#isLeader && performance.now() - this.#renewedAt < CERTAIN_MS;
  }

  /** Takes or renews the lease. @returns whether this process is the leader */
  async hold(): Promise<boolean> {
    const at = performance.now();
    if (this.#isLeader && at - this.#renewedAt < RENEW_MS) return true;
    const { sql, owner, kind } = this.#options;
    const started = (await startOf(process.pid)) ?? '';
    const leader = { owner, host: hostname(), pid: process.pid, started };
    const seconds = kind === 'web' ? LEASE_SECONDS : WORKER_WAITS_SECONDS;
    this.#isLeader = await lead(sql, leader, { over: await this.#ended(), seconds });
    this.#isFirst = false;
    if (this.#isLeader) this.#renewedAt = at;
    return this.#isLeader;
  }

  /** Resigns as leader. */
  async end(): Promise<void> {
    if (this.#isLeader) await resign(this.#options.sql, this.#options.owner);
    this.#isLeader = false;
  }

  /** Whether another machine leads. */
  async isElsewhere(): Promise<boolean> {
    const leader = await findLeader(this.#options.sql);
    return leader !== undefined && leader.host !== hostname();
  }

  /** The owner of the lease, if its process is known to have ended. */
  async #ended(): Promise<string | undefined> {
    if (this.#isLeader) return undefined;
    const leader = await findLeader(this.#options.sql);
    if (!leader) return undefined;
    if (this.#isFirst && this.#options.isOnly) return leader.owner;
    if (leader.host !== hostname()) return undefined;
    const now = await startOf(leader.pid);
    return now === leader.started ? undefined : leader.owner;
  }
}
