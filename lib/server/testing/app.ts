import type { Sql } from 'postgres';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { World } from '@/engine/ports';
import { worldIn } from '@/engine/testing/run-pipeline';
import type { RunDetail } from '@/lib/contracts/runs';
import type { AdapterOverrides, AppConfig } from '../app-options';
import { type App, compose } from '../compose';
import type { Database } from '../db/open';
import { testModelSettings } from '../models/testing/settings';
import { until } from './until';

/** Settings of a server under test: one that owns its database, as with the bundled one. */
export const TEST_CONFIG: AppConfig = {
  databaseUrl: undefined,
  root: process.cwd(),
  dataDir: '/nowhere',
  host: '127.0.0.1',
  port: 3000,
  egressMode: undefined,
  egressAllow: [],
  hosts: ['pipes.example.org'],
  allowUnauthenticated: false,
  runsWorker: true,
  // Longer than a loaded machine stalls, so that no attempt is repeated.
  leaseMs: 10_000,
  slots: 16,
  queueLimit: 10_000,
  queueSharePercent: 50,
  maxSteps: 2000,
  runsKeep: { days: 90, count: 10_000 },
  versionsKeep: 50,
  restate: undefined,
  blobs: { kind: 'database' },
  filesKeepDays: 30,
  models: testModelSettings('/nowhere/models'),
  runtimes: { file: undefined, environment: {} },
  masterKeys: [{ id: 'test', bytes: Buffer.alloc(32, 7) }],
  settings: {},
  podService: undefined,
  drainMs: 0,
  // Tests remove runs themselves.
  firstRemovalMs: 3_600_000,
};

/** Opens a server on a database, like a process; `close` closes the database's pools too. */
export function openTestApp(
  database: Pick<Database, 'sql' | 'close'>,
  options: {
    config?: Partial<AppConfig>;
    adapters?: Omit<AdapterOverrides, 'world'> & Partial<World>;
  } = {},
): Promise<App> {
  return compose({ ...TEST_CONFIG, ...options.config }, database, {
    catalogue,
    report: (error, what) => {
      throw new Error(what, { cause: error });
    },
    ...options.adapters,
    world: worldIn(options.adapters ?? {}),
  });
}

/** Creates a pipeline and starts a run of it. */
export async function startSteps(app: App, steps: PipelineDocument['steps'], more: object = {}) {
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Test', steps, ...more }) });
  return { pipelineId: id, ...(await app.runs.start({ pipelineId: id })) };
}

/** A step that waits until `continueWait` is called, however long the test takes to look at it. */
export const HELD_WAIT = {
  action: 'wait_until',
  params: { condition: 'signals.go', poll_interval_seconds: 3000, timeout_seconds: 9000 },
};

/** Ends a step that is a `HELD_WAIT`. */
export function continueWait(app: App, id: string): Promise<unknown> {
  return app.runs.signal({ id, name: 'go', value: true });
}

/** Longest wait for a run, in ms: less than a test may take, so that the message says how the run stands. */
const DEADLINE_MS = 240_000;

/** Waits with the live feed until the run satisfies a condition. @throws when the run ends without it, or hangs */
export async function untilRun(
  app: App,
  id: string,
  isReached: (run: RunDetail) => boolean,
): Promise<RunDetail> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), DEADLINE_MS);
  try {
    for (;;) {
      const run = await app.runs.get({ id });
      if (isReached(run)) return run;
      if (run.finishedAt !== null || stop.signal.aborted) throw await unreached(app, run);
      const batches = await app.runs.watch({ id, after: run.lastSeq, signal: stop.signal });
      await batches.next();
      await batches.return('stopped');
    }
  } finally {
    clearTimeout(deadline);
    stop.abort();
  }
}

/**
 * Waits until runs that ended are digested for the history. Until then, the digest can lock their rows for a moment, and a
 * removal of runs leaves out those that are locked.
 */
export async function untilDigested(sql: Sql, ids: readonly string[]): Promise<void> {
  await until('the digests', async () => {
    const rows = await sql`select from run_digests where run_id = any(${[...ids]}::text[])`;
    return rows.length === ids.length;
  });
}

async function unreached(app: App, { id, status, hold }: RunDetail): Promise<Error> {
  const last = (await app.runs.events({ id })).slice(-5);
  const { workers } = await app.workers();
  const details = JSON.stringify({ status, hold, last, workers });
  return new Error(`The run is not as the test expects: ${details}`);
}

/** Waits until the run has ended. */
export function untilEnded(app: App, id: string): Promise<RunDetail> {
  return untilRun(app, id, (run) => run.finishedAt !== null);
}
