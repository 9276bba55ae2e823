/** docs/security.md#promises: wherever a secret is put, the run is refused, or no piece of it is left anywhere. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '@/engine';
import { catalogue } from '@/engine/actions';
import { untilEnded } from '../../testing/app';
import { type MailSink, startMailSink } from '../../testing/mail-sink';
import { COMMAND_ARGS } from '../../testing/program';
import { startSecondPostgres, type TestDatabaseServer } from '../../testing/second-postgres';
import { openSecretApp, type SecretApp } from './testing/app';
import {
  inLoop,
  isAccepted,
  type Placement,
  pipelineOf,
  placements,
  stepPlacements,
} from './testing/placements';
import { piecesFound, SEARCHED, searchableFiles, searchableTables } from './testing/search';
import { tracesOf } from './testing/traces';

let folder: string;
let opened: SecretApp;
let origin: string;
let server: Server;
let mail: MailSink;
let postgres: TestDatabaseServer;
/** What the process wrote to its log. */
const log: string[] = [];
/** How often the other side was sent the secret. */
let arrivals = 0;

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
      log.push(String(chunk));
      return Reflect.apply(write, stream, [chunk, ...rest]);
    });
  }
  server = createServer((request, response) => void echo(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mail = await startMailSink({ hideSTARTTLS: true, allowInsecureAuth: true });
  postgres = await startSecondPostgres();
  folder = await mkdtemp(join(tmpdir(), 'pipewright-canary-'));
  opened = await openSecretApp(folder);
  await opened.add('canary', SEARCHED);
  await opened.add('hook', `${origin}/${SEARCHED}`);
  await opened.add('hidden_host', `http://${HOST}.invalid:7000/x`);
  await opened.add('SMTP_URL', `smtp://127.0.0.1:${mail.port}?security=none`);
  await opened.add('MAIL_FROM', 'pipes@example.org');
  const table = { connection: postgres.url(), operation: 'query', query: 'create table kept (a text)' };
  await runOf([{ name: 'table', step: { action: 'database', params: { ...table, allow_write: true } } }]);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await opened.app.close();
  await postgres.stop();
  await mail.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A host that is a secret, and that DNS spells in lower case. */
const HOST = 'Kv-zQ-jX-wT-gY-hN';

/** Sends back all that it was sent, and what it recognises in other alphabets. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The files of a model are kept as they are: what a source sends back is its own.
  if (request.url === '/model') return void response.end('weights');
  const body = await readText(request);
  const seen = JSON.stringify({ url: request.url, headers: request.headers, body });
  response.setHeader('content-type', 'application/json');
  if (!seen.includes(SEARCHED) && !seen.includes(encodeURIComponent(SEARCHED))) {
    response.end(seen);
    return;
  }
  arrivals += 1;
  const bytes = Buffer.from(SEARCHED);
  const forms = [
    seen,
    bytes.toString('base64'),
    Buffer.from(bytes.toString('base64')).toString('base64'),
    Buffer.from(SEARCHED, 'utf16le').toString('base64'),
    bytes.toString('hex'),
    [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
    [...bytes].map((byte) => `&#${byte};`).join(''),
    encodeURIComponent(encodeURIComponent(SEARCHED)),
  ];
  response.setHeader('x-echo', encodeURIComponent(SEARCHED));
  response.end(JSON.stringify({ [SEARCHED]: forms }));
}

/** Parameters with which each action works. */
const bases = (): Record<string, readonly JsonObject[]> => ({
  conditional: [{ condition: '1 == 1' }],
  loop: [{ items: [1], action: 'log', action_params: { message: 'x' } }],
  transform: [{ operation: 'passthrough', input: 1 }],
  aggregate: [{ sources: ['first'] }],
  set_output: [{ key: 'k', value: 1 }],
  log: [{ message: 'x' }],
  wait: [{ duration: 0 }],
  wait_until: [{ condition: '1 == 1' }],
  fail: [{ message: 'x' }],
  model_add: [{ model_uri: `${origin}/model`, model_source: 'url' }],
  cloud_model_add: [{ provider: 'openai_compatible', model_id: 'm', base_url: `${origin}/echo` }],
  model_benchmark: [{ model_id: 'mdl_1' }],
  model_delete: [{ model_id: 'mdl_1' }],
  model_status: [{ model_id: 'mdl_1' }],
  deployment_create: [{ model_id: 'mdl_1', cluster_id: 'local', deployment_name: 'canary' }],
  deployment_scale: [{ deployment_id: 'none', replicas: 1 }],
  deployment_ratelimit: [{ deployment_id: 'none', rate_limit: 1 }],
  deployment_delete: [{ deployment_id: 'none' }],
  deployment_status: [{ deployment_id: 'none' }],
  cluster_health: [{ cluster_id: 'local' }],
  http_request: [{ url: `${origin}/echo`, method: 'POST' }],
  notification: [
    { message: 'x', channel: 'webhook', webhook_url: '{{secrets.hook}}' },
    { message: 'x', channel: 'email', recipients: ['jo@example.org'] },
  ],
  email: [{ to: 'jo@example.org', subject: 'x', body: 'x' }],
  database: [
    { connection: postgres.url(), operation: 'query', query: 'select {{secrets.canary}}::text as a' },
    { connection: postgres.url(), operation: 'insert', table: 'kept', data: { a: 'x' } },
  ],
});

/** Runs these steps in one pipeline. @returns what shows a piece of the secret afterwards, of what belongs to the run */
async function runOf(placed: readonly Placement[]): Promise<{ found: string[]; events: string }> {
  const { app } = opened;
  const { id } = await app.pipelines.create({ text: JSON.stringify(pipelineOf(placed)) });
  const run = await app.runs.start({ pipelineId: id });
  await untilEnded(app, run.id);
  const { stream = '', answers = '' } = await tracesOf(run.id, opened);
  const events = JSON.stringify(await app.runs.events({ id: run.id }));
  return { found: piecesFound({ stream, answers, events }, SEARCHED), events };
}

const PER_RUN = 150;

async function runAll(placed: readonly Placement[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < placed.length; at += PER_RUN) {
    found.push(...(await runOf(placed.slice(at, at + PER_RUN))).found);
  }
  return found;
}

async function everythingKept() {
  const metrics = await opened.app.metrics.text();
  return {
    ...(await searchableTables(opened.database)),
    ...(await searchableFiles(folder)),
    log: log.join(''),
    metrics,
  };
}

describe('a secret in every parameter of every action, in every form', () => {
  test('is refused before the run, or hidden in everything that the run stores', async () => {
    expect(Object.keys(bases()).sort()).toEqual(catalogue.descriptors.all.map(({ type }) => type).sort());
    const all = [...placements(bases()), ...stepPlacements({ url: `${origin}/echo` })];
    const accepted = all.filter(isAccepted);
    const refused = all.filter((placed) => !accepted.includes(placed));
    expect(await runAll(accepted)).toEqual([]);
    expect(refused.length).toBeGreaterThan(200);
    expect(accepted.length).toBeGreaterThan(200);
    expect(arrivals).toBeGreaterThan(20);
    // The same where only the run knows the action: what was refused above is refused or hidden there.
    const unseen = refused.filter(({ name }) => /(whole|mixed|joined|deep)$/.test(name)).map(inLoop);
    expect(await runAll(unseen.filter(isAccepted))).toEqual([]);
    expect(piecesFound(await everythingKept(), SEARCHED)).toEqual([]);
  });
});

describe('a secret that names a host', () => {
  test('leaves no part of the name, in any case', async () => {
    const host = { action: 'http_request', params: { url: '{{secrets.hidden_host}}' } };
    const { found, events } = await runOf([{ name: 'host', step: host }]);
    expect(events).toContain('the host of the secret hidden_host');
    expect(found).toEqual([]);
    expect(piecesFound({ events, ...(await everythingKept()) }, HOST)).toEqual([]);
  });
});

describe('a run on the command line', () => {
  test('prints no part of a secret, whether it completes or fails', async () => {
    const params = (more: JsonObject) => ({ method: 'POST', url: `${origin}/echo`, ...more });
    const step = (id: string, more: JsonObject) => ({ id, action: 'http_request', params: params(more) });
    const steps = [
      { ...step('status', { body: '{{secrets.canary}}', expect_status: 404 }), on_failure: 'continue' },
      { ...step('host', { url: '{{secrets.hidden_host}}' }), on_failure: 'continue' },
      step('echo', { body: { a: '{{secrets.canary}}' } }),
    ];
    const file = join(folder, 'pipeline.json');
    const outputs = { all: '{{steps.echo.output}}' };
    await writeFile(file, JSON.stringify({ name: 'Local', steps, outputs }));
    const before = arrivals;
    const printed = await command(['run', file, '--egress', 'open']);
    expect(arrivals).toBe(before + 2);
    expect(printed).toContain('the host of the secret hidden_host');
    expect(piecesFound({ printed }, SEARCHED)).toEqual([]);
  });
});

/** What the real command prints, on both streams. */
async function command(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...COMMAND_ARGS, ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      NODE_ENV: 'test',
      PIPEWRIGHT_DATA_DIR: folder,
      PIPEWRIGHT_SECRET_canary: SEARCHED,
      PIPEWRIGHT_SECRET_hidden_host: `http://${HOST}.invalid:7000/x`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  return out + err;
}

test('the search finds a part in every encoding, and in each table', async () => {
  const piece = SEARCHED.slice(3, 13);
  const written = {
    folded: piece.slice(0, 4).toLowerCase(),
    percent: [...Buffer.from(piece)].map((byte) => `%${byte.toString(16)}`).join(''),
    base64: Buffer.from(`ab${piece}`).toString('base64'),
    utf16: Buffer.from(`a${piece}`, 'utf16le').toString('base64'),
    hex: Buffer.from(piece).toString('hex'),
    html: [...piece].map((character) => `&#${character.charCodeAt(0)};`).join(''),
  };
  expect(piecesFound(written, SEARCHED)).toHaveLength(Object.keys(written).length);
  expect(piecesFound({ sealed: SEARCHED.slice(0, 8) }, SEARCHED)).toHaveLength(1);
  const { app, database } = opened;
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: piece, steps: [] }) });
  const found = piecesFound(await searchableTables(database), SEARCHED);
  expect(found.map((line) => line.split(',')[0])).toContain('public.pipelines');
  await app.pipelines.remove({ id });
});
