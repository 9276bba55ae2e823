import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../compose';
import { migrateDatabase, migrationsFolder } from '../db/migrate';
import { type Database, openPool } from '../db/open';
import { HELD_WAIT, openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { startSecondPostgres, type TestDatabaseServer } from '../testing/second-postgres';

/** One that another process can reach. */
let server: TestDatabaseServer;
let database: Database;
/** Carries out no run itself. */
let app: App;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  server = await startSecondPostgres();
  const target = { kind: 'url', url: server.url() } as const;
  await migrateDatabase(target, migrationsFolder(process.cwd()));
  database = openPool(target);
  app = await openTestApp(database, { config: { runsWorker: false, databaseUrl: server.url() } });
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await app.close();
  await server.stop();
});

/** Starts what `npm run worker` starts; resolves once it says that it is ready. */
async function startWorker(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['scripts/worker.mjs'], {
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  workers.push(worker);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    worker.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes(' is ready')) resolve();
    });
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}: ${said}`)));
  });
  return worker;
}

describe('a worker process', () => {
  it('executes runs, and releases them when it is stopped', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const worker = await startWorker({ DATABASE_URL: server.url(), PIPEWRIGHT_KEY: key });
    // Functions run in threads, whose program lies beside its source.
    const { id } = await startSteps(app, [
      {
        id: 'f',
        action: 'transform',
        params: { operation: 'map', input: [1, 2], function: '(n) => n + 1' },
      },
    ]);
    expect((await untilEnded(app, id)).status).toBe('completed');
    const events = await app.runs.events({ id });
    expect(events.find(({ type }) => type === 'step_completed')).toMatchObject({
      output: { value: { result: [2, 3] } },
    });

    // Its next look is too near to park the run: the worker has it until it is stopped.
    const params = { ...HELD_WAIT.params, poll_interval_seconds: 4 };
    const { id: waiting } = await startSteps(app, [{ id: 'w', ...HELD_WAIT, params }]);
    await untilRun(app, waiting, ({ status }) => status === 'waiting');
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    const [row] = await database.sql`select owner, status from runs where id = ${waiting}`;
    expect(row).toEqual({ owner: null, status: 'waiting' });
    expect(await database.sql`select from workers`).toHaveLength(0);
  });

  it('reports in one sentence why it cannot start', async () => {
    await expect(startWorker({})).rejects.toThrow(/ended with 1: .*DATABASE_URL must be set for a worker/);
  });
});
