import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { ModelFolder } from './model-folder';
import { modelStoreSuite } from './testing/model-store-suite';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pipewright-models-'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

modelStoreSuite('a folder', (freeBytes = async () => Number.MAX_SAFE_INTEGER) => {
  return new ModelFolder({ root, freeBytes });
});
