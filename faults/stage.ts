import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { PipelineDocument } from '@/engine';
import { type App, compose } from '@/lib/server/compose';
import { readConfig } from '@/lib/server/config';
import { openPool } from '@/lib/server/db/open';
import { isServiceError } from '@/lib/server/services/errors';
import { createDatabase, dropDatabase, freshName } from '@/lib/server/testing/server';
import { installAudit } from './audit';
import type { Harness } from './harness';
import { type Ledger, startLedger } from './ledger';
import { Observer } from './observer';
import type { Subject, SubjectOptions } from './processes';
import type { FaultProxy } from './proxy';

/** An arbitrary key: scenarios store no secrets. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Time limit for all runs to end after the faults, in ms. */
const SETTLE_MS = 90_000;

export interface StageOptions {
  /** @default 1500 */
  readonly leaseMs?: number;
}

/** The database and ledger of a scenario, and an app for the harness that executes no runs. */
export class Stage {
  readonly harness: Harness;
  readonly ledger: Ledger;
  readonly app: App;
  /** Connects directly to the database, without a proxy. */
  readonly sql: Sql;
  readonly leaseMs: number;
  readonly observer: Observer;
  /** Runs whose start was acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Runs whose cancellation was requested. */
  readonly cancelled = new Set<string>();
  readonly #names: readonly string[];

  private constructor(parts: {
    harness: Harness;
    ledger: Ledger;
    app: App;
    sql: Sql;
    leaseMs: number;
    names: readonly string[];
  }) {
    this.harness = parts.harness;
    this.ledger = parts.ledger;
    this.app = parts.app;
    this.sql = parts.sql;
    this.leaseMs = parts.leaseMs;
    this.#names = parts.names;
    this.observer = new Observer(parts.app, parts.sql, parts.ledger, this.acknowledged);
  }

  /** Creates a new database and ledger. */
  static async open(harness: Harness, { leaseMs = 1500 }: StageOptions = {}): Promise<Stage> {
    const name = freshName('faults');
    const effects = freshName('ledger');
    await createDatabase({ kind: 'url', url: harness.product.url('postgres') }, name, harness.template);
    await createDatabase({ kind: 'url', url: harness.outside.url('postgres') }, effects);
    const ledger = await startLedger(harness.outside.url(effects));
    const url = harness.product.url(name);
    const sql = postgres(url, { max: 3, onnotice: () => undefined });
    await installAudit(sql);
    const env = { DATABASE_URL: url, PIPEWRIGHT_WORKER: 'off', PIPEWRIGHT_KEY: MASTER_KEY };
    const config = readConfig(env, process.cwd());
    const pools = openPool({ kind: 'url', url });
    // Errors while the database is down are expected and retried; the results are checked at the end.
    const app = await compose(config, pools, { report: () => undefined });
    return new Stage({ harness, ledger, app, sql, leaseMs, names: [name, effects] });
  }

  /** Starts a process under test on this database, through a proxy if given. */
  start(options: Partial<SubjectOptions> & { proxy?: FaultProxy } = {}): Subject {
    const { proxy, env, ...rest } = options;
    const [name = ''] = this.#names;
    const url = new URL(this.harness.product.url(name));
    if (proxy) url.port = String(proxy.port);
    return this.harness.processes.start({
      ...rest,
      env: {
        DATABASE_URL: url.href,
        PIPEWRIGHT_LEASE_MS: String(this.leaseMs),
        PIPEWRIGHT_KEY: MASTER_KEY,
        EGRESS_MODE: 'open',
        PIPEWRIGHT_DATA_DIR: this.harness.processes.folder,
        SMTP_URL: this.ledger.smtp,
        MAIL_FROM: 'pipes@example.org',
        ...env,
      },
    });
  }

  /** Starts identical processes and waits until they are ready. */
  async startAll(count: number): Promise<Subject[]> {
    const subjects = Array.from({ length: count }, () => this.start());
    await Promise.all(subjects.map(({ ready }) => ready));
    return subjects;
  }

  /** Creates pipelines; returns their ids. */
  async pipelines(...make: readonly ((ledger: Ledger) => PipelineDocument)[]): Promise<string[]> {
    const made = make.map((one) => this.app.pipelines.create({ text: JSON.stringify(one(this.ledger)) }));
    return (await Promise.all(made)).map(({ id }) => id);
  }

  /** Starts a run; retries until it is acknowledged. An unacknowledged attempt may have created a run too. */
  async submit(pipelineId: string): Promise<string> {
    const { id } = await insisting(() => this.app.runs.start({ pipelineId }));
    this.acknowledged.add(id);
    return id;
  }

  /** Cancels a run; retries until it is acknowledged. */
  async cancel(id: string): Promise<void> {
    this.cancelled.add(id);
    await insisting(() => this.app.runs.cancel({ id }));
  }

  /** Runs that have not ended. */
  async open(): Promise<string[]> {
    const rows = await insisting(
      () => this.sql<{ id: string }[]>`select id from runs where finished_at is null order by id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Waits until every run has ended; returns the remaining ones after the time limit. */
  async settled(limitMs = SETTLE_MS): Promise<string[]> {
    for (const limit = Date.now() + limitMs; ; await delay(100)) {
      const open = await this.open();
      if (open.length === 0 || Date.now() > limit) return open;
    }
  }

  async close(): Promise<void> {
    await this.observer.stop();
    await this.harness.processes.killAll();
    await this.app.close();
    await this.sql.end({ timeout: 5 });
    await this.ledger.close();
    const [name = '', effects = ''] = this.#names;
    await dropDatabase({ kind: 'url', url: this.harness.product.url('postgres') }, name);
    await dropDatabase({ kind: 'url', url: this.harness.outside.url('postgres') }, effects);
  }
}

/** Runs `work` on an observed stage and closes it afterwards. */
export async function withStage<T>(
  harness: Harness,
  work: (stage: Stage) => Promise<T>,
  options: StageOptions = {},
): Promise<T> {
  const stage = await Stage.open(harness, options);
  stage.observer.start();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/**
 * Retries while the database is unavailable.
 * @throws a refusal immediately, the last error after a minute
 */
export async function insisting<T>(work: () => PromiseLike<T>): Promise<T> {
  for (const limit = Date.now() + 60_000; ; await delay(50)) {
    try {
      return await work();
    } catch (error) {
      const isPassing = !isServiceError(error) || error.code === 'storage_full';
      if (!isPassing || Date.now() > limit) throw error;
    }
  }
}
