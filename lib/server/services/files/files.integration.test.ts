import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAction } from '@/engine/action';
import { log } from '@/engine/actions/control_flow/log';
import { loop } from '@/engine/actions/control_flow/loop';
import { waitUntil } from '@/engine/actions/control_flow/wait_until';
import { createCatalogue } from '@/engine/catalogue';
import { createDiskBlobs } from '../../adapters/blobs/disk-blobs';
import type { App } from '../../compose';
import { continueWait, HELD_WAIT, openTestApp, startSteps, untilEnded, untilRun } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const texts = {
  category: 'integration',
  icon: 'log',
  description: 'For tests.',
  docs: { examples: [] },
} as const;

/** Stores a text as a file. */
const keep = defineAction({
  ...texts,
  type: 'keep',
  title: 'Keep',
  sentence: 'Keep {text}',
  effect: 'read',
  idempotent: true,
  params: z.object({ text: z.string() }),
  output: z.object({ path: z.string(), name: z.string() }).loose(),
  run: async ({ text }, ctx) => {
    const content = Buffer.from(text);
    return { ...(await ctx.files.put({ name: `../${text}.txt`, contentType: 'text/plain', content })) };
  },
});

/** Reads a stored file as text. */
const recall = defineAction({
  ...texts,
  type: 'recall',
  title: 'Recall',
  sentence: 'Recall {path}',
  effect: 'read',
  idempotent: true,
  params: z.object({ path: z.string() }),
  output: z.object({ text: z.string() }),
  run: async ({ path }, ctx) => ({ text: Buffer.from((await ctx.files.get(path)).content).toString() }),
});

/** Gives a text of a length. */
const long = defineAction({
  ...texts,
  type: 'long',
  title: 'Long',
  sentence: 'Give {length} characters',
  effect: 'read',
  idempotent: true,
  params: z.object({ length: z.int() }),
  output: z.object({ text: z.string() }),
  run: async ({ length }) => ({ text: 'x'.repeat(length) }),
});

let database: TestDatabase;
let root: string;
const opened: App[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'pipewright-run-files-'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

/** Another server process on the same database and folder. */
async function open(): Promise<App> {
  const catalogue = createCatalogue([log, loop, waitUntil, keep, recall, long]);
  const blobs = createDiskBlobs({ root });
  const app = await openTestApp(database.openAgain(), { adapters: { catalogue, blobs } });
  opened.push(app);
  return app;
}

describe('files in runs', () => {
  it('are passed from step to step, and are listed with the iteration that created them', async () => {
    const app = await open();
    const { id } = await startSteps(app, [
      { id: 'one', action: 'keep', params: { text: 'one' } },
      { id: 'read', action: 'recall', depends_on: ['one'], params: { path: '{{steps.one.output.path}}' } },
      {
        id: 'each',
        action: 'loop',
        depends_on: ['read'],
        params: { items: ['a', 'b'], action: 'keep', action_params: { text: '{{item}}' } },
      },
    ]);
    expect((await untilEnded(app, id)).status).toBe('completed');
    const { files } = await app.files.list({ runId: id });
    expect(files.map(({ name, step, iteration, attempt }) => [name, step, iteration, attempt])).toEqual([
      ['.. one.txt', 'one', [], 1],
      ['.. a.txt', 'each', [0], 1],
      ['.. b.txt', 'each', [1], 1],
    ]);
    const events = await app.runs.events({ id });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'step_completed', step: 'read', output: { value: { text: 'one' } } }),
    );
  });

  it('fail a step that names a missing stored file', async () => {
    const app = await open();
    const { id } = await startSteps(app, [{ id: 'read', action: 'recall', params: { path: '/etc/passwd' } }]);
    const run = await untilEnded(app, id);
    expect(run.error).toMatchObject({ kind: 'invalid_params' });
    expect(JSON.stringify(await app.runs.events({ id }))).not.toContain('root:');
  });
});

describe('a large output', () => {
  it('is available to steps after a restart', async () => {
    const before = await open();
    const { id } = await startSteps(before, [
      { id: 'long', action: 'long', params: { length: 5_000_000 } },
      { id: 'rest', depends_on: ['long'], ...HELD_WAIT },
      {
        id: 'after',
        action: 'log',
        depends_on: ['rest'],
        params: { message: '{{size(steps.long.output.text)}}' },
      },
    ]);
    await untilRun(before, id, (run) => run.status === 'waiting');
    await opened.splice(0)[0]?.close();
    const [{ count }] = await database.sql<[{ count: number }]>`
      select count(*)::int as count from payloads where body is null and bytes > 5000000`;
    expect(count).toBe(1);
    const after = await open();
    await continueWait(after, id);
    expect((await untilEnded(after, id)).status).toBe('completed');
    expect(await after.runs.events({ id })).toContainEqual(
      expect.objectContaining({
        type: 'step_completed',
        step: 'after',
        output: { value: { message: '5000000', level: 'info' } },
      }),
    );
  });
});
