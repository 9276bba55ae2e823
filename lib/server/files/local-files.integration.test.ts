import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalFiles } from './local-files';

const owner = { runId: 'run_1', step: 's', iteration: [], attempt: 1 };
const content = Buffer.from('hello');

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pipewright-local-'));
});

afterAll(() => rm(parent, { recursive: true, force: true }));

describe('files of one process', () => {
  it('create no folder before the first file', async () => {
    const files = createLocalFiles(parent);
    await expect(files.get(`files/${'0'.repeat(64)}`)).rejects.toMatchObject({ kind: 'invalid_params' });
    expect(await readdir(parent)).toEqual([]);
  });

  it('are read by their path', async () => {
    const files = createLocalFiles(parent);
    const stored = await files.put({ name: '../a.txt', contentType: 'text/plain', content }, owner);
    expect(stored).toMatchObject({ name: '.. a.txt', content_type: 'text/plain', size: 5 });
    expect(await files.get(stored.path)).toEqual({ file: stored, content });
    expect(await readdir(parent)).toHaveLength(1);
  });
});
