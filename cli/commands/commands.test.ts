import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '@/engine/actions';
import { getAction, listActions } from './actions';
import { parseParams, run } from './run';
import { validateFile } from './validate';

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
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
  rmSync(folder, { recursive: true });
});

function file(value: unknown): string {
  const path = join(folder, 'pipeline.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** More than may be read, without making it. */
function largeFile(): string {
  const path = file('{"steps": []}');
  truncateSync(path, 11 * 1024 * 1024);
  return path;
}

const log = (more: object = {}) => ({ id: 'a', action: 'log', params: { message: 'x' }, ...more });

describe('run', () => {
  const refused: [string, unknown, string[], object][] = [
    ['broken JSON', '{"steps": [}', [], { code: 'invalid_document', line: 1, column: 12 }],
    [
      'a cycle',
      [log({ depends_on: ['b'] }), log({ id: 'b', depends_on: ['a'] })],
      [],
      { code: 'cycle', step: 'a' },
    ],
    [
      'an unknown action',
      [log({ action: 'teleport' })],
      [],
      { code: 'unknown_action', step: 'a', path: 'action' },
    ],
    ['a missing parameter', [log({ params: {} })], [], { code: 'missing_parameter', path: 'params.message' }],
    [
      'a param that does not fit',
      { params: { n: { type: 'integer' } }, steps: [log()] },
      ['n=four'],
      { code: 'invalid_parameter', path: 'params.n' },
    ],
    [
      'a param that is required',
      { params: { n: { required: true } }, steps: [log()] },
      [],
      { code: 'invalid_parameter', path: 'params.n' },
    ],
    ['a param that is not declared', [log()], ['x=1'], { code: 'unknown_param', path: 'params.x' }],
    ['a param without a value', [log()], ['x'], { code: 'invalid_parameter', path: 'params' }],
    [
      'a param that is nested too deeply',
      { params: { p: { type: 'array' } }, steps: [log()] },
      [`p=${'['.repeat(65)}${']'.repeat(65)}`],
      { path: 'params.p', message: 'The param p is nested more than 64 levels deep.' },
    ],
    [
      'more steps than are allowed',
      Array.from({ length: 2001 }, (_, n) => log({ id: `s${n}` })),
      [],
      { code: 'invalid_document', message: expect.stringMatching(/2,001 steps. The limit is 2,000/) },
    ],
  ];

  test.each(refused)(
    'refuses %s with exit code 2 and an error as JSON',
    async (_, pipeline, param, problem) => {
      expect(await run(file(pipeline), { param, json: true })).toBe(2);
      const answer: { problems: object[] } = JSON.parse(out);
      expect(Object.keys(answer)).toEqual(['problems']);
      expect(answer.problems).toEqual([expect.objectContaining({ severity: 'error', ...problem })]);
      expect(err).toBe('');
    },
  );

  test('refuses a missing file, and a folder', async () => {
    for (const path of [join(folder, 'nope.json'), folder]) {
      out = '';
      expect(await run(path, { param: [], json: true })).toBe(2);
      expect(JSON.parse(out).problems[0]).toMatchObject({
        code: 'invalid_document',
        message: expect.stringContaining(`Cannot read ${path}`),
      });
    }
  });

  test('writes for people what is wrong and what to do next to standard error', async () => {
    expect(await run(file([log({ action: 'lgo' })]), { param: [], json: false })).toBe(2);
    expect(out).toBe('');
    expect(err).toBe('✕ error at a · action: Unknown action lgo. Did you mean log?\n');
  });

  test('shows people the progress of the run, and its warnings', async () => {
    const params = { message: 'x', colour: 'red' };
    expect(await run(file([log({ params })]), { param: [], json: false })).toBe(0);
    expect(err).toContain('△ warning at a · params.colour');
    expect(out).toBe('  a info: x\n✓ a completed\nRun completed. {}\n');
  });

  test('passes params to the run, including an equals sign in their value', async () => {
    const pipeline = { params: { q: {} }, steps: [log({ params: { message: '{{params.q}}' } })] };
    expect(await run(file(pipeline), { param: ['q=a=b'], json: true })).toBe(0);
    expect(JSON.parse(out).steps.a.output.message).toBe('a=b');
  });
});

test('name=value pairs use the last of two values and refuse an empty name', () => {
  expect(parseParams(['a=1', 'a=2', 'b='])).toEqual({ ok: true, params: { a: '2', b: '' } });
  expect(parseParams(['=1']).ok).toBe(false);
});

describe('validate', () => {
  test('reports as JSON whether a pipeline may run, with warnings', async () => {
    expect(await validateFile(file([log({ params: { message: 'x', y: 1 } })]), { json: true })).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ valid: true, problems: [{ code: 'unknown_parameter' }] });
    out = '';
    expect(await validateFile(file([log({ params: {} })]), { json: true })).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ valid: false, problems: [{ code: 'missing_parameter' }] });
  });

  test('refuses a file of more than 10 MB without reading all of it', async () => {
    expect(await validateFile(largeFile(), { json: true })).toBe(2);
    expect(JSON.parse(out).problems).toEqual([
      expect.objectContaining({
        code: 'invalid_document',
        message: expect.stringContaining('larger than the limit of 10 MB'),
      }),
    ]);
  });

  test('reports it as text', async () => {
    const path = file([log()]);
    expect(await validateFile(path, { json: false })).toBe(0);
    expect(out).toBe(`${path} has no problems.\n`);
  });
});

describe('actions', () => {
  const keys = ['type', 'aliases', 'title', 'description', 'category', 'effect', 'params', 'output'];

  test('list prints every action as data, in palette order', () => {
    expect(listActions({ json: true })).toBe(0);
    const list: Record<string, unknown>[] = JSON.parse(out);
    expect(list.map(({ type }) => type)).toEqual(catalogue.descriptors.all.map(({ type }) => type));
    for (const action of list) {
      expect(Object.keys(action)).toEqual(keys);
      expect(action.params).toMatchObject({ type: 'object' });
      expect(String(action.description)).not.toBe('');
    }
  });

  test('list of one category has only that category; an unknown one is refused', () => {
    listActions({ json: true, category: 'integration' });
    const list: { category: string }[] = JSON.parse(out);
    expect(new Set(list.map(({ category }) => category))).toEqual(new Set(['integration']));
    expect(listActions({ json: false, category: 'magic' })).toBe(2);
    expect(err).toContain('Unknown category magic.');
  });

  test('list as text has one line for each', () => {
    expect(listActions({ json: false })).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(catalogue.descriptors.all.length);
  });

  test('get prints parameters and output as JSON Schema, also by alias', () => {
    expect(getAction('api_call', { json: true })).toBe(0);
    const action = JSON.parse(out);
    expect(Object.keys(action)).toEqual(keys);
    expect(action).toMatchObject({
      type: 'http_request',
      aliases: ['api_call'],
      params: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
      output: { type: 'object', properties: { status_code: { type: 'integer' } } },
    });
  });

  test('get as text names every parameter', () => {
    expect(getAction('wait', { json: false })).toBe(0);
    expect(out).toContain('Wait (wait)');
    expect(out).toContain('  duration (number, required): Time to wait.');
  });

  test('get of an unknown action is refused with a suggestion', () => {
    expect(getAction('lgo', { json: true })).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      problems: [{ code: 'unknown_action', message: 'Unknown action lgo. Did you mean log?' }],
    });
  });
});
