import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseTarget } from '../db/connect';
import { startEmbedded } from '../db/embedded/supervisor';
import { migrateDatabase, migrationsFolder } from '../db/migrate';
import { atDatabase, createDatabase, dropDatabase, freshName } from './server';

/** Several test files use the server at the same time, and no test needs its data after a crash of the machine. */
const SETTINGS = { max_connections: '200', fsync: 'off', full_page_writes: 'off' };

interface RunningServer {
  readonly target: DatabaseTarget;
  stop(): Promise<void>;
}

async function startServer(): Promise<RunningServer> {
  const root = await mkdtemp(join(tmpdir(), 'pipewright-test-'));
  const { host, user, database, stop } = await startEmbedded({ root, settings: SETTINGS });
  return {
    target: { kind: 'socket', host, user, database },
    stop: async () => {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Starts a PostgreSQL for the integration tests of one run, with a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = project.getProvidedContext().testDatabaseUrl;
  const server: RunningServer = url
    ? { target: { kind: 'url', url }, stop: () => Promise.resolve() }
    : await startServer();
  const template = freshName('template');
  const teardown = async () => {
    await dropDatabase(server.target, template).finally(() => server.stop());
  };
  try {
    await createDatabase(server.target, template);
    await migrateDatabase(atDatabase(server.target, template), migrationsFolder(project.config.root));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testServer', { target: server.target, template });
  return teardown;
}
