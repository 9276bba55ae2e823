import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipewright-command-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the real command; its environment holds nothing but what the test says. */
function start(args: readonly string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['scripts/pipewright.mjs', ...args], {
    cwd: root,
    // A database that nobody can reach, and a folder that must stay empty.
    env: {
      PATH: '/usr/bin:/bin',
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      PIPEWRIGHT_DATA_DIR: folder,
      ...env,
    },
  });
}

function ended(child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

describe('pipewright run', () => {
  test('runs a pipeline from standard input, prints nothing but JSON, and opens no database', async () => {
    const pipeline = {
      params: { who: {} },
      steps: [
        { id: 'hello', action: 'log', params: { message: 'Hello, {{params.who}}' } },
        { id: 'set', action: 'set_output', params: { key: 'said', value: '{{steps.hello.output.message}}' } },
      ],
    };
    const { code, out, err } = await ended(
      start(['run', '-', '--param', 'who=world', '--json'], { EGRESS_ALLOW: '127.0.0.1:8080' }),
      JSON.stringify(pipeline),
    );
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      run_id: expect.stringMatching(/^run_/),
      status: 'completed',
      error: null,
      outputs: { said: 'Hello, world' },
      steps: {
        hello: {
          action: 'log',
          status: 'completed',
          reason: null,
          attempts: 1,
          output: { message: 'Hello, world', level: 'info' },
          error: null,
        },
        set: expect.objectContaining({ status: 'completed' }),
      },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('reads the state of this machine as the cluster local', async () => {
    const steps = [{ id: 'health', action: 'cluster_health', params: { cluster_id: 'local', timeout: 20 } }];
    const { code, out, err } = await ended(start(['run', '-', '--json']), JSON.stringify({ steps }));
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      status: 'completed',
      steps: { health: { output: { node_count: 1, available_resources: { cpu: expect.any(String) } } } },
    });
  });

  test('exits with 1 when the run fails', async () => {
    const steps = [{ id: 'stop', action: 'fail', params: { message: 'Enough.', error_code: 'E1' } }];
    const { code, out } = await ended(start(['run', '-', '--json']), JSON.stringify(steps));
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 'failed',
      error: { kind: 'explicit_failure', message: 'Enough.', code: 'E1' },
    });
  });

  test('is cancelled by an interrupt, reports that and exits with 1', async () => {
    const child = start(['run', '-', '--json', '--egress', 'open']);
    const server = createServer(() => child.kill('SIGINT')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const steps = [
      { id: 'call', action: 'http_request', params: { url } },
      { id: 'after', action: 'log', params: { message: 'x' }, depends_on: ['call'] },
    ];
    const { code, out } = await ended(child, JSON.stringify(steps));
    server.closeAllConnections();
    server.close();
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 'cancelled',
      steps: { call: { status: 'cancelled' }, after: { status: 'skipped', reason: 'run_cancelled' } },
    });
  });

  test('refuses an invalid setting with one sentence and exit code 2', async () => {
    const steps = JSON.stringify([{ id: 'a', action: 'log', params: { message: 'x' } }]);
    const { code, out, err } = await ended(start(['run', '-'], { EGRESS_ALLOW: 'http://everything' }), steps);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^✕ error: EGRESS_ALLOW must be a list .*\n$/);
  });
});

test('an unknown command exits with 2, and writes nothing to standard output', async () => {
  const { code, out, err } = await ended(start(['rnu', 'x.json', '--json']));
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain("unknown command 'rnu'");
});

describe('options of a group', () => {
  const nowhere = ['--server', 'http://127.0.0.1:1'];

  test.each([
    ['rerun', 'run_1', '--from', 'a'],
    ['continue', 'run_1', 'a', '--step'],
    ['continue', 'run_1', 'a', '--fail', 'No.'],
  ])('are accepted one at a time: %s %s %s %s', async (...args) => {
    const { code, err } = await ended(start([...args.filter((arg) => arg !== undefined), ...nowhere]));
    expect(err).toContain('No server responds at http://127.0.0.1:1.');
    expect(code).toBe(2);
  });

  test('exclude each other', async () => {
    const { code, err } = await ended(start(['continue', 'run_1', 'a', '--step', '--skip', ...nowhere]));
    expect(err).toContain("option '--step' cannot be used with option '--skip'");
    expect(code).toBe(2);
  });
});

describe('pipewright run with breakpoints', () => {
  test('answers pauses with lines of standard input', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pipewright-debug-')), 'pipeline.json');
    const steps = [
      { id: 'a', action: 'log', params: { message: 'a' } },
      { id: 'b', action: 'log', params: { message: '{{steps.a.output.message}}' } },
    ];
    writeFileSync(file, JSON.stringify({ steps }));
    const lines = 'continue {"message": "edited"}\n';
    const { code, out } = await ended(start(['run', file, '--breakpoint', 'a']), lines);
    expect(out).toContain('⏸ a paused before attempt 1 (breakpoint a)');
    expect(out).toContain('b info: edited');
    expect(code).toBe(0);
    rmSync(dirname(file), { recursive: true });
  });
});
