/** What only looks ahead has no effects: no connection is opened, no row is written, and no secret is decrypted. */
import crypto from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { addTestInput, coverageInput } from '@/lib/contracts/pipeline-tests';
import type { App } from '../../compose';
import { untilEnded } from '../../testing/app';
import type { TestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { openSecretApp } from '../secrets/testing/app';

const SECRET = 'Kv-zQ-jX-wT-gY';

let app: App;
let database: TestDatabase;
let server: Server;
let pipeline: string;
let run: string;
/** The requests that the service received. */
const requests: string[] = [];
/** The targets of connections of this process, but those to its database. */
const connections: string[] = [];
let databaseTargets: ReadonlySet<string> | undefined;
let decryptions = 0;

beforeAll(async () => {
  watchConnections();
  watchDecryptions();
  ({ app, database } = await opened());
  server = createServer((request, response) => {
    void readText(request).then((body) => {
      requests.push(`${request.method} ${request.url} ${body}`);
      response.setHeader('content-type', 'application/json');
      response.end('{"count": 7}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const text = JSON.stringify(documentAt(`http://127.0.0.1:${port}`));
  ({ id: pipeline } = await app.pipelines.create({ text }));
});

afterAll(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await app.close();
  server.closeAllConnections();
  server.close();
});

async function opened() {
  const secrets = await openSecretApp();
  await secrets.add('token', SECRET);
  // Up to here the process has connected to nothing but its database.
  databaseTargets = new Set(connections.splice(0));
  return secrets;
}

const documentAt = (origin: string): PipelineDocument => ({
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: { url: `${origin}/orders`, headers: { authorization: 'Bearer {{secrets.token}}' } },
    },
    {
      id: 'send',
      action: 'http_request',
      params: {
        ...{ url: `${origin}/messages`, method: 'POST' },
        body: { count: '{{steps.fetch.output.response_body.count}}', key: '{{secrets.token}}' },
      },
    },
  ],
  outputs: { sent: '{{steps.send.output.status_code}}' },
});

function watchConnections(): void {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    const target = targetOf(given);
    if (!databaseTargets?.has(target)) connections.push(target);
    return Reflect.apply(connect, this, given);
  } as typeof connect);
}

/** Node passes what it has normalized as a list in the first argument. */
function targetOf([first, second]: readonly unknown[]): string {
  const option: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof option !== 'object' || option === null) return `${String(second ?? '')}:${String(option)}`;
  const { path, host, port }: { path?: unknown; host?: unknown; port?: unknown } = option;
  return path === undefined ? `${String(host)}:${String(port)}` : String(path);
}

function watchDecryptions(): void {
  const { createDecipheriv } = crypto;
  vi.spyOn(crypto, 'createDecipheriv').mockImplementation(((
    ...given: Parameters<typeof createDecipheriv>
  ) => {
    decryptions += 1;
    return Reflect.apply(createDecipheriv, crypto, given);
  }) as typeof createDecipheriv);
  syncBuiltinESMExports();
}

/** Tables that the process itself writes at intervals: that it is there, and who leads. */
const OWN = ['installation', 'listeners', 'workers'];

/** The content of every table, as one number each. */
async function tables(): Promise<Record<string, string>> {
  const { sql } = database;
  const names = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`;
  const found: Record<string, string> = {};
  for (const { name } of names.filter((each) => !OWN.includes(each.name))) {
    const [row] = await sql<{ mark: string }[]>`
      select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as mark from ${sql(name)} t`;
    found[name] = row?.mark ?? '';
  }
  return found;
}

/** What happened during some work: connections, requests, decryptions, and tables with other rows. */
async function effectsOf(work: () => Promise<unknown>) {
  const before = await tables();
  const [connected, requested, decrypted] = [connections.length, requests.length, decryptions];
  const answer = await work();
  const after = await tables();
  return {
    connections: connections.slice(connected),
    requests: requests.slice(requested),
    decryptions: decryptions - decrypted,
    written: Object.keys(after).filter((name) => after[name] !== before[name]),
    leaks: JSON.stringify(answer ?? null).includes(SECRET),
  };
}

const NOTHING = { connections: [], requests: [], decryptions: 0, written: [], leaks: false };

/** What follows the end of a run is stored: its digest last. */
async function untilSettled(): Promise<void> {
  let last = '';
  await until('what follows the run', async () => {
    const digests = await database.sql`select 1 from run_digests where run_id = ${run}`;
    const now = JSON.stringify(await tables());
    const isSame = now === last;
    last = now;
    return isSame && digests.length > 0;
  });
}

describe('without effects', () => {
  it('is noticed when it does not hold: a run connects, writes and decrypts', async () => {
    const effects = await effectsOf(async () => {
      ({ id: run } = await app.runs.start({ pipelineId: pipeline, params: {} }));
      await untilEnded(app, run);
    });
    expect(effects.requests).toHaveLength(2);
    expect(effects.connections.length).toBeGreaterThan(0);
    expect(effects.decryptions).toBeGreaterThan(0);
    expect(effects.written).toEqual(expect.arrayContaining(['run_events', 'runs', 'audit_events']));
    await untilSettled();
  });

  it.each(['everything', 'from', 'only', 'up_to'] as const)('the plan of a re-run: %s', async (scope) => {
    const step = scope === 'everything' ? {} : { step: 'send' };
    const inputs = { send: { method: 'PUT' } };
    const effects = await effectsOf(() => app.runs.planRerun({ id: run, scope, ...step, inputs }));
    expect(effects).toEqual(NOTHING);
  });

  it.each(['only', 'up_to', 'from'] as const)('the plan of a try, which previews it: %s', async (scope) => {
    const effects = await effectsOf(() => app.runs.planTry({ id: pipeline, step: 'send', scope }));
    expect(effects).toEqual(NOTHING);
  });

  it('saving a run as a test, which stores the test alone', async () => {
    const effects = await effectsOf(() => app.tests.add(addTestInput.parse({ id: pipeline, run })));
    expect(effects).toEqual({ ...NOTHING, written: ['audit_events', 'pipeline_tests'] });
  });

  it('running tests, also one that has no fixture for an effect', async () => {
    const content = { name: 'Bare', expect: { status: 'completed' } };
    await app.tests.add(addTestInput.parse({ id: pipeline, content }));
    const effects = await effectsOf(async () => {
      const { passed, results } = await app.tests.run({ id: pipeline });
      expect(passed).toBe(1);
      expect(results.find(({ name }) => name === 'Bare')?.differences[0]?.message).toMatch(/has no fixture/);
      return results;
    });
    expect(effects).toEqual(NOTHING);
  });

  it.each(['tests', 'runs'] as const)('the coverage of %s', async (by) => {
    const effects = await effectsOf(() => app.tests.coverage(coverageInput.parse({ id: pipeline, by })));
    expect(effects).toEqual(NOTHING);
  });
});
