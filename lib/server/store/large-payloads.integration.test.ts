import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents, type RunEvent } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { createDiskBlobs } from '../adapters/blobs/disk-blobs';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { insertEmptyPipeline } from '../testing/pipelines';
import { joinOutputs } from './chunks/join-outputs';
import { claimRuns } from './claims';
import { JournalWriter } from './journal-writer';
import { largePayloadKeeper, ROW_LIMIT_BYTES } from './large-payloads';
import { loadWholeEvents } from './load';
import { insertRun } from './new-runs';
import { payloadOfRun } from './payloads';

const AT = '2026-01-01T00:00:00.000Z';
const running = { status: 'running', wakeAt: undefined, hold: undefined, atBreakpoint: false } as const;

let database: TestDatabase;
let root: string;
let blobs: BlobStore;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'pipewright-large-'));
  blobs = createDiskBlobs({ root });
  await insertEmptyPipeline(database.sql, 'pl_1');
});

afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

function openWriter(store: BlobStore, reported: unknown[] = []): JournalWriter {
  const keepLarge = largePayloadKeeper({ blobs: store, report: (error) => reported.push(error) });
  return new JournalWriter({ sql: database.sql, keepLarge, onWritten: () => undefined });
}

async function claimedRun() {
  made += 1;
  const id = `run_${made}`;
  await insertRun(database.sql, {
    id,
    pipelineId: 'pl_1',
    version: 1,
    trigger: 'manual',
    concurrency: 0,
    created: { seq: 1, at: AT, type: 'run_created', run_id: id, pipeline_id: 'pl_1', version: 1, params: {} },
  });
  const { runs: claims } = await claimRuns(database.sql, {
    owner: id,
    leaseMs: 60_000,
    limit: 100,
    leased: [],
    isolatedSlots: 1,
    turn: '',
  });
  const found = claims.find((each) => each.runId === id);
  if (!found) throw new Error(`${id} was not claimable.`);
  return found;
}

/** Unique text whose JSON, with its quotes, has exactly this many bytes. */
function textOf(bytes: number): string {
  return randomBytes(Math.ceil(bytes / 2))
    .toString('hex')
    .slice(0, bytes - 2);
}

function completed(seq: number, value: string): RunEvent {
  return { seq, at: AT, type: 'step_completed', step: 's', attempt: 1, output: { value } };
}

function hashOf(value: string): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

async function rowOf(value: string) {
  const [row] = await database.sql`select bytes, body from payloads where hash = ${hashOf(value)}`;
  return row;
}

describe('large values', () => {
  it('of 5 MB are read byte for byte by a process that starts later', async () => {
    const held = await claimedRun();
    const value = `ä€ \u0000 "quoted" \ud83d\ude00 ${textOf(5_000_000)}`;
    await openWriter(blobs).append(held, [completed(2, value)], running);
    expect(await rowOf(value)).toMatchObject({ body: null });
    expect(await blobs.has(hashOf(value))).toBe(true);
    const again = database.openAgain();
    try {
      const source = { sql: again.sql, blobs: createDiskBlobs({ root }) };
      const events = await loadWholeEvents(source, held.runId);
      expect(events[1]).toEqual(completed(2, value));
      expect(foldEvents(events).seq).toBe(2);
      const payload = await payloadOfRun(source, held.runId, hashOf(value));
      expect(payload?.body).toBe(JSON.stringify(value));
    } finally {
      await again.close();
    }
  });

  it('are in the blob store from one byte over the limit', async () => {
    const held = await claimedRun();
    const [small, large] = [textOf(ROW_LIMIT_BYTES), textOf(ROW_LIMIT_BYTES + 1)];
    await openWriter(blobs).append(held, [completed(2, small), completed(3, large)], running);
    expect(await rowOf(small)).toMatchObject({ bytes: ROW_LIMIT_BYTES, body: JSON.stringify(small) });
    expect(await rowOf(large)).toMatchObject({ bytes: ROW_LIMIT_BYTES + 1, body: null });
    expect(await blobs.has(hashOf(small))).toBe(false);
  });

  it('stay in the database, with a log line, when the blob store refuses them', async () => {
    const held = await claimedRun();
    const value = textOf(2_000_000);
    const full = createDiskBlobs({ root: join(root, 'full'), freeBytes: async () => 0 });
    const reported: unknown[] = [];
    await openWriter(full, reported).append(held, [completed(2, value)], running);
    expect(reported).toMatchObject([{ kind: 'storage_full' }]);
    expect(await rowOf(value)).toMatchObject({ body: JSON.stringify(value) });
    expect((await loadWholeEvents({ sql: database.sql, blobs: full }, held.runId))[1]).toEqual(
      completed(2, value),
    );
  });

  it('delay no other run while they are stored, and are durable before their event', async () => {
    const [slow, quick] = [await claimedRun(), await claimedRun()];
    const value = textOf(1_500_000);
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const put: BlobStore['put'] = (...blob) => gate.then(() => blobs.put(...blob));
    const writer = openWriter({ ...blobs, put });
    const written = writer.append(slow, [completed(2, value)], running);
    await writer.append(quick, [completed(2, 'small')], running);
    expect(
      await database.sql`select 1 from run_events where run_id = ${slow.runId} and seq = 2`,
    ).toHaveLength(0);
    const idle = writer.idle();
    letGo();
    await idle;
    await written;
    expect((await loadWholeEvents({ sql: database.sql, blobs }, slow.runId))[1]).toEqual(completed(2, value));
  });

  it('that are large only together are stored before their event, each once', async () => {
    const held = await claimedRun();
    const texts = Array.from({ length: 20 }, () => textOf(100_000));
    const values = [...texts, ...texts];
    const events = values.map((value, index) => completed(2 + index, value));
    await openWriter(blobs).append(held, events, running);
    const read = await loadWholeEvents({ sql: database.sql, blobs }, held.runId);
    expect(read.slice(1)).toEqual(events);
    const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from run_payloads where run_id = ${held.runId}`;
    expect(count).toBe(20);
  });

  it('that are missing are reported, not read as empty', async () => {
    const held = await claimedRun();
    const value = textOf(1_500_000);
    await openWriter(blobs).append(held, [completed(2, value)], running);
    await blobs.delete(hashOf(value));
    await expect(loadWholeEvents({ sql: database.sql, blobs }, held.runId)).rejects.toThrow(
      /not in the file storage/,
    );
  });
});

it('outputs of chunks of over 64 MB together are refused, and none of them is stored', async () => {
  const { runId } = await claimedRun();
  const list = { value: ['x'.repeat(10_000_000)] };
  const outputs = { results: Array(7).fill(list), errors: [], count: 7, failed: 0 };
  const target = { sql: database.sql, blobs, report: () => undefined };
  await expect(joinOutputs(target, runId, outputs)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringMatching(/^The results of the iterations exceed 64 MB/),
  });
  const linked = await database.sql`select from run_payloads where run_id = ${runId}`;
  expect(linked).toHaveLength(0);
});
