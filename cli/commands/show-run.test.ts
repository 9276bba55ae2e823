import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runFileOf } from '@/lib/contracts/testing/run-file';
import { showRun } from './show-run';

let folder = '';
let out = '';
let err = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipewright-cli-'));
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    err += String(chunk);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function file(text: string): string {
  const path = join(folder, 'run.json');
  writeFileSync(path, text);
  return path;
}

it('prints what happened in the run of a file', async () => {
  expect(await showRun(file(JSON.stringify(runFileOf())), { json: false })).toBe(0);
  expect(out).toBe(
    [
      'Orders run #7, v2: completed. Exported 2026-01-01T12:01:00.000Z.',
      '2026-01-01T12:00:03.000Z   fetch info: Hello',
      '2026-01-01T12:00:04.000Z ✓ fetch completed',
      '',
    ].join('\n'),
  );
});

it('prints it as JSON', async () => {
  expect(await showRun(file(JSON.stringify(runFileOf())), { json: true })).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    run_id: 'run_far',
    status: 'completed',
    steps: { fetch: { status: 'completed', output: { message: 'Hello' } } },
  });
});

it('refuses other files in one sentence', async () => {
  expect(await showRun(file('{"steps":[]}'), { json: false })).toBe(2);
  expect(err).toBe('The file is not a run file. Choose a file from “Download run”.\n');
  expect(await showRun(join(folder, 'none.json'), { json: false })).toBe(2);
  expect(err).toContain('Check the path.');
});
