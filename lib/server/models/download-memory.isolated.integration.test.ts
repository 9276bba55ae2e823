import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileHost } from '../adapters/models/testing/file-host';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { withMemoryGrowth } from '../testing/memory-growth';
import { openRegistry, stepRequest } from './testing/registry';

let database: TestDatabase;
let host: FileHost;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  host = await FileHost.start();
  folder = await mkdtemp(join(tmpdir(), 'pipewright-models-'));
});
afterAll(async () => {
  await host.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('a download of a large file needs less memory than the file', async () => {
  const content = Buffer.alloc(150_000_000, 7);
  host.files.set('/large', { content });
  const { registry } = openRegistry({ database, folder });
  const { result, growth } = await withMemoryGrowth(() =>
    registry.add(stepRequest({ source: 'url', uri: `${host.origin}/large` })),
  );
  expect(result.sizeBytes).toBe(content.length);
  process.stdout.write(`Memory on top of a download of 150 MB: ${(growth / 1e6).toFixed(0)} MB\n`);
  expect(growth).toBeLessThan(100_000_000);
});
