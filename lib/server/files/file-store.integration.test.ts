import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileOwner, FileStore } from '@/engine/ports';
import { type BlobStore, sha256Of } from '../adapters/blobs/blob-store';
import { createDiskBlobs } from '../adapters/blobs/disk-blobs';
import { filesOfRun } from '../store/files';
import { insertRun } from '../store/new-runs';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { insertEmptyPipeline } from '../testing/pipelines';
import { createDatabaseBlobs } from './database-blobs';
import { createFileStore } from './file-store';
import { startSweeping, sweep } from './sweep';
import { HOSTILE_NAMES } from './testing/hostile-names';

const AT = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let database: TestDatabase;
let root: string;
let blobs: BlobStore;
let files: FileStore;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'pipewright-files-'));
  blobs = createDiskBlobs({ root: join(root, 'blobs') });
  files = createFileStore({ sql: database.sql, blobs });
  await writeFile(join(root, 'canary.txt'), 'untouched');
  await insertEmptyPipeline(database.sql, 'pl_1');
});

afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

async function freshRun(options: { ended: boolean } = { ended: true }): Promise<FileOwner> {
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
  if (options.ended)
    await database.sql`update runs set finished_at = ${AT}, status = 'completed' where id = ${id}`;
  return { runId: id, step: 's', iteration: [], attempt: 1 };
}

function textFile(text: string, name = 'a.txt') {
  return { name, contentType: 'text/plain', content: Buffer.from(text) };
}

function listed(runId: string) {
  return filesOfRun(database.sql, { runId, after: '', limit: 1000 });
}

function sweepAfter(days: number, keepDays = 30) {
  const now = () => new Date(Date.now() + days * DAY_MS);
  return sweep({ sql: database.sql, blobs, keepDays, now }, never);
}

describe('stored files', () => {
  it('are read by the path in outputs', async () => {
    const owner = await freshRun();
    const stored = await files.put(textFile('hello'), { ...owner, iteration: [3, 0], attempt: 2 });
    expect(stored).toEqual({
      path: `files/${sha256Of('hello')}`,
      name: 'a.txt',
      content_type: 'text/plain',
      size: 5,
      sha256: sha256Of('hello'),
    });
    expect(await files.get(stored.path)).toEqual({ file: stored, content: Buffer.from('hello') });
    expect(await listed(owner.runId)).toMatchObject([{ step: 's', iteration: [3, 0], attempt: 2, size: 5 }]);
  });

  it('are recorded once per attempt, name and content', async () => {
    const owner = await freshRun();
    await Promise.all(Array.from({ length: 50 }, () => files.put(textFile('same'), owner)));
    await files.put(textFile('same', 'b.txt'), owner);
    await files.put(textFile('same'), { ...owner, attempt: 2 });
    expect((await listed(owner.runId)).map(({ name, attempt }) => [name, attempt])).toEqual([
      ['a.txt', 1],
      ['b.txt', 1],
      ['a.txt', 2],
    ]);
  });

  it('may have 25 MB and not more', async () => {
    const owner = await freshRun();
    const content = new Uint8Array(25_000_000);
    await files.put({ ...textFile(''), content }, owner);
    const more = files.put({ ...textFile(''), content: new Uint8Array(25_000_001) }, owner);
    await expect(more).rejects.toMatchObject({ kind: 'rejected' });
    expect(await listed(owner.runId)).toHaveLength(1);
  });

  it('are refused as storage_full, and not recorded', async () => {
    const owner = await freshRun();
    const full = createDiskBlobs({ root: join(root, 'full'), freeBytes: async () => 0 });
    const store = createFileStore({ sql: database.sql, blobs: full });
    await expect(store.put(textFile('x'), owner)).rejects.toMatchObject({ kind: 'storage_full' });
    expect(await listed(owner.runId)).toEqual([]);
  });

  it('accept any name as a label and none as a path', async () => {
    const owner = await freshRun();
    for (const [n, name] of HOSTILE_NAMES.entries()) {
      await files.put({ name, contentType: name, content: Buffer.from(`hostile ${n}`) }, owner);
    }
    const all = await listed(owner.runId);
    expect(all).toHaveLength(HOSTILE_NAMES.length);
    expect(all.filter(({ name }) => /[/\\\p{Cc}]/u.test(name))).toEqual([]);
    expect(await readFile(join(root, 'canary.txt'), 'utf8')).toBe('untouched');
  });

  it('are not found by any other path', async () => {
    for (const name of HOSTILE_NAMES) {
      for (const path of [name, `files/${name}`, `files/../${name}`, `/files/${name}`]) {
        const failure = await files.get(path).then(String, (error: Error) => error);
        expect(failure).toMatchObject({ kind: 'invalid_params' });
        if (name.length > 8) expect(String(failure)).not.toContain(name);
      }
    }
    await expect(files.get(`files/${'0'.repeat(64)}`)).rejects.toMatchObject({ kind: 'invalid_params' });
  });
});

describe('old stored files', () => {
  it('expire with their content, and are marked', async () => {
    const owner = await freshRun();
    const { path, sha256 } = await files.put(textFile('to expire'), owner);
    await sweepAfter(29);
    expect((await files.get(path)).content).toEqual(Buffer.from('to expire'));
    const swept = await sweepAfter(31);
    expect(swept.expiredFiles).toBeGreaterThan(0);
    expect(await blobs.has(sha256)).toBe(false);
    await expect(files.get(path)).rejects.toMatchObject({
      kind: 'invalid_params',
      code: 'file_expired',
      message: expect.stringMatching(/“a\.txt” has expired: .*FILES_KEEP_DAYS/),
    });
    expect((await listed(owner.runId))[0]?.expiredAt).not.toBeNull();
  });

  it('exist again when a later run creates them again', async () => {
    const { path } = await files.put(textFile('again'), await freshRun());
    await sweepAfter(31);
    await files.put(textFile('again', 'new.txt'), await freshRun());
    expect((await files.get(path)).file.name).toBe('new.txt');
  });

  it('stay while their run is active', async () => {
    const { path } = await files.put(textFile('in use'), await freshRun({ ended: false }));
    await sweepAfter(365);
    expect((await files.get(path)).content).toEqual(Buffer.from('in use'));
  });

  it('keep content that another file or a large value has', async () => {
    const old = await freshRun();
    const shared = await files.put(textFile('shared'), old);
    await files.put(textFile('shared'), await freshRun({ ended: false }));
    const value = await files.put(textFile('"a value"'), old);
    await database.sql`insert into payloads (hash, bytes, body) values (${value.sha256}, 9, null)`;
    await sweepAfter(31);
    expect(await blobs.has(shared.sha256)).toBe(true);
    expect(await blobs.has(value.sha256)).toBe(true);
  });

  it('keep content without a file until no file can refer to it', async () => {
    const content = Buffer.from('crashed before it was noted');
    await blobs.put(sha256Of(content), content);
    await sweep({ sql: database.sql, blobs, keepDays: 30, now: () => new Date() }, never);
    expect(await blobs.has(sha256Of(content))).toBe(true);
    expect((await sweepAfter(1)).removedBlobs).toBeGreaterThan(0);
    expect(await blobs.has(sha256Of(content))).toBe(false);
  });

  it('expire completely, in batches', async () => {
    const { runId } = await freshRun();
    await database.sql`
      insert into files (id, run_id, step, iteration, attempt, name, content_type, size, sha256, created_at)
      select 'file_many_' || n, ${runId}, 's', '{}', n, 'a', 'text/plain', 1, repeat('0', 64), now() - interval '40 days'
      from generate_series(1, 1201) n`;
    expect((await sweepAfter(0)).expiredFiles).toBe(1201);
  });

  it('expire in every kind of blob store', async () => {
    const inDatabase = createDatabaseBlobs(database.sql);
    const store = createFileStore({ sql: database.sql, blobs: inDatabase });
    const { sha256 } = await store.put(textFile('in the database'), await freshRun());
    const now = () => new Date(Date.now() + 31 * DAY_MS);
    await sweep({ sql: database.sql, blobs: inDatabase, keepDays: 30, now }, never);
    expect(await inDatabase.has(sha256)).toBe(false);
  });

  it('are swept while a server is active; errors are reported, not thrown', async () => {
    const reported: unknown[] = [];
    const broken: BlobStore = {
      ...blobs,
      older: () => {
        throw new Error('The storage is gone.');
      },
    };
    const stop = startSweeping({
      sql: database.sql,
      blobs: broken,
      keepDays: 30,
      now: () => new Date(),
      report: (error) => reported.push(error),
    });
    await expect.poll(() => reported).toHaveLength(1);
    await stop();
  });
});
