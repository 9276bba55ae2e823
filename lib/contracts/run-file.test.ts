import { describe, expect, it, test } from 'vitest';
import type { RunEvent } from '@/engine';
import { MAX_RUN_FILE_BYTES, makeRunFile, parseRunFile } from './run-file';
import { runFileOf } from './testing/run-file';

const file = runFileOf();
const parsed = (value: unknown) => parseRunFile(typeof value === 'string' ? value : JSON.stringify(value));
const problemOf = (value: unknown) => {
  const result = parsed(value);
  return result.ok ? undefined : result.problem;
};

describe('a run file', () => {
  it('is read as it was written', () => {
    expect(parsed(file)).toEqual({ ok: true, file });
  });

  test.each([
    ['text', 'The file is not JSON.'],
    ['[]', 'The file is not a run file. Choose a file from “Download run”.'],
    ['{"steps":[]}', 'The file is not a run file. Choose a file from “Download run”.'],
    [
      { ...file, format_version: 2 },
      'The file uses format version 2, but this release supports versions up to 1. Open the file with a newer release.',
    ],
    [`${'['.repeat(300)}${']'.repeat(300)}`, 'The file is nested more than 210 levels deep.'],
  ])('is refused: %j', (value, problem) => {
    expect(problemOf(value)).toBe(problem);
  });

  it('is refused above the limit of its size, before it is parsed', () => {
    expect(problemOf(' '.repeat(MAX_RUN_FILE_BYTES + 1))).toMatch(/larger than 50 MB/);
  });

  it('is refused when it is damaged, with the place', () => {
    const events = (change: (events: RunEvent[]) => unknown) => ({ ...file, events: change(file.events) });
    expect(problemOf(events(([first, second, ...rest]) => [second, first, ...rest]))).toContain(
      'at events.0.',
    );
    expect(problemOf(events(([first, second]) => [first, second, second]))).toContain('at events.2.seq.');
    expect(problemOf(events(([first]) => [first, { seq: 2, at: 'now', type: 'run_started' }]))).toContain(
      'at events.1',
    );
    expect(problemOf({ ...file, run: { ...file.run, id: 'other' } })).toContain('at events.0.');
    expect(problemOf({ ...file, run: { ...file.run, status: 'on fire' } })).toContain('at run.status.');
  });

  it('takes no fields from a prototype', () => {
    const text = JSON.stringify(makeRunFile(file)).replace('"format"', '"__proto__":{"polluted":1},"format"');
    expect(parseRunFile(text).ok).toBe(true);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
  });
});
