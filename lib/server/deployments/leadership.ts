import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { startOf } from '../adapters/process-table';
import { findLeader, lead, resign } from '../store/deployments/leader';

/** Length of the leader's lease, in seconds. */
const LEASE_SECONDS = 10;
/** A worker leads only where no web process has for so long: replicas then stay beside the gateway. */
const WORKER_WAITS_SECONDS = 40;
/** Renewed before a third of the lease has passed, in ms. */
const RENEW_MS = 3000;
/** Without a renewal for so long this process no longer acts, in ms: before another one may. */
const CERTAIN_MS = 7000;

export interface LeadershipOptions {
  readonly sql: Sql;
  readonly owner: string;
  readonly kind: 'web' | 'worker';
  /** Whether no other process can have the database open: then no other one leads. */
  readonly isOnly: boolean;
}

/** Which process of the installation brings deployments to their desired state: one at a time. */
export class Leadership {
  readonly #options: LeadershipOptions;
  #renewedAt = -Infinity;
  #isLeader = false;
  #isFirst = true;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** Whether this process certainly leads now. */
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

  /** The leader, when it is known to have ended. */
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
