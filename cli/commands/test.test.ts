import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPipelines } from './test';

const pipeline = {
  steps: [
    { id: 'fetch', action: 'http_request', params: { url: 'https://api.example.org/{{secrets.path}}' } },
    {
      id: 'shout',
      action: 'transform',
      params: {
        input: '{{steps.fetch.output.response_body}}',
        operation: 'map',
        function: '(word) => word.toUpperCase()',
      },
    },
    {
      id: 'tell',
      action: 'email',
      params: {
        smtp_url: '{{secrets.smtp}}',
        from: 'a@example.org',
        to: ['b@example.org'],
        subject: 'x',
        body: 'x',
      },
    },
  ],
  outputs: { words: '{{steps.shout.output.result}}' },
};
const output = { status_code: 200, headers: {}, response_body: ['a', 'b'], execution_time_ms: 1 };
const passing = {
  name: 'Shouts',
  fixtures: [
    { step: 'fetch', output, seconds: 3600 },
    { step: 'tell', error: { kind: 'rejected', message: 'Not now.' } },
  ],
  expect: {
    status: 'failed',
    steps: { shout: 'completed', tell: 'failed' },
    outputs: [{ path: 'outputs.words', match: 'equal', value: ['A', 'B'] }],
  },
};
const failing = {
  ...passing,
  name: 'Shouts "<loud>"',
  expect: {
    ...passing.expect,
    steps: { shout: 'skipped' },
    outputs: [{ path: 'outputs.words', match: 'equal', value: ['A', 'C'] }],
  },
};

let folder: string;
let out: string;
let err: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipewright-tests-'));
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
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

const options = { server: 'http://server:3000', json: false };

function write(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

describe('pipewright test', () => {
  it('runs the tests beside a pipeline file without opening a socket, and prints what differs', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('A socket was opened.');
    });
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const file = write('p.json', pipeline);
    write('p.tests.json', { tests: [passing, failing] });
    const junit = join(folder, 'junit.xml');
    expect(await testPipelines([file], { ...options, junit })).toBe(1);
    expect(connect).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
    expect(out.split('\n')).toEqual([
      file,
      '  ✓ Shouts',
      '  ✕ Shouts "<loud>"',
      '      shout should be skipped, but it completed.',
      '      outputs.words should be ["A","C"], but it is ["A","B"].',
      '        ~ 1: "C" → "B"',
      '2 tests: 1 passed, 1 failed.',
      '',
    ]);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuites name="pipewright" tests="2" failures="1">');
    expect(xml).toContain('name="Shouts &quot;&lt;loud&gt;&quot;"');
    expect(xml).toContain('<failure message="shout should be skipped, but it completed.">');
  });

  it('accepts the file with the tests, and exits with 0 when all pass', async () => {
    write('p.json', pipeline);
    const tests = write('p.tests.json', { tests: [passing] });
    expect(await testPipelines([tests], { ...options, json: true })).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('runs the tests of a pipeline on a server', async () => {
    const result = {
      id: 'tst_1',
      name: 'One',
      passed: true,
      problems: [],
      differences: [],
      status: 'completed',
    };
    vi.stubGlobal('fetch', async () => Response.json({ passed: 1, failed: 0, results: [result] }));
    expect(await testPipelines(['pl_1'], options)).toBe(0);
    expect(out).toBe('pl_1\n  ✓ One\n1 test: 1 passed, 0 failed.\n');
  });

  it.each([
    ['no tests beside it', undefined, /^✕ error: Cannot read the tests in .* Export the tests/],
    ['no JSON', '{', /Correct the JSON\.\n$/],
    [
      'another shape',
      { tests: [{ name: '' }] },
      /is not a valid test file: tests\[0\]\.name is empty\. Correct the file\.\n$/,
    ],
  ])('refuses a file with %s', async (_, tests, message) => {
    const file = write('p.json', pipeline);
    if (tests !== undefined) write('p.tests.json', tests);
    expect(await testPipelines([file], options)).toBe(2);
    expect(err).toMatch(message);
  });

  it('refuses a pipeline that cannot run', async () => {
    const file = write('p.json', { steps: [{ id: 'a', action: 'none' }] });
    write('p.tests.json', { tests: [passing] });
    expect(await testPipelines([file], options)).toBe(2);
    expect(err).toContain('none');
  });
});
