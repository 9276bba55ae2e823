import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MARK_HEADER } from '../adapters/http/mark';
import type { App } from '../compose';
import { migrateDatabase, migrationsFolder } from '../db/migrate';
import { openPool } from '../db/open';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { freePort } from '../testing/free-port';
import { startSecondPostgres, type TestDatabaseServer } from '../testing/second-postgres';
import { readNotices } from './notice';
import {
  runOnCommandLine,
  startWebProcess,
  startWorkerProcess,
  type TestProcess,
  type WebProcess,
} from './testing/processes';

// Every test waits for processes.
const PIPEWRIGHT_KEY = Buffer.alloc(32, 7).toString('base64');
const ITSELF = 'is Pipewright itself';
const SOON = { timeout: 60_000, interval: 100 };

/** An installation: a web process that other machines reach, one that only this machine reaches, and a worker. */
let database: TestDatabaseServer;
let others: WebProcess;
let local: WebProcess;
let worker: TestProcess;
let othersPort: number;
let localPort: number;
/** Starts runs, and carries out none. */
let app: App;
let dataDir: string;

/** A service on this machine that counts who reaches it. */
let service: Server;
let serviceUrl: string;
let reached = 0;

beforeAll(async () => {
  service = createServer((_, response) => {
    reached += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  [database, othersPort, localPort, dataDir] = await Promise.all([
    startSecondPostgres(),
    freePort(),
    freePort(),
    mkdtemp(join(tmpdir(), 'pipewright-installation-')),
  ]);
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const target = { kind: 'url', url: database.url() } as const;
  await migrateDatabase(target, migrationsFolder(process.cwd()));
  const web = { DATABASE_URL: target.url, PIPEWRIGHT_KEY, PIPEWRIGHT_WORKER: 'off' };
  [others, local, worker, app] = await Promise.all([
    startWebProcess({ ...web, HOST: '0.0.0.0', PORT: String(othersPort), PIPEWRIGHT_DATA_DIR: dataDir }),
    startWebProcess({ ...web, PORT: String(localPort), PIPEWRIGHT_DATA_DIR: dataDir }),
    startWorkerProcess({ DATABASE_URL: target.url, PIPEWRIGHT_KEY }),
    openTestApp(openPool(target), { config: { databaseUrl: target.url, runsWorker: false, hosts: [] } }),
  ]);
});

afterAll(async () => {
  await Promise.all([others.stop(), local.stop(), worker.stop()]);
  await app.close();
  await database.stop();
  service.close();
  await rm(dataDir, { recursive: true });
});

const urlOf = (port: number, host = '127.0.0.1') => `http://${host}:${port}/api/v1/runs`;

/** Steps that call one address each; a failure of one leaves the others alone. */
const calls = (urls: readonly string[]) =>
  urls.map((url, index) => ({
    id: `call_${index}`,
    action: 'http_request',
    params: { url },
    on_failure: 'continue' as const,
  }));

/** Errors of calls by the worker, in order; undefined for those that succeeded. */
async function callFromWorker(urls: readonly string[]): Promise<(string | undefined)[]> {
  const { id } = await startSteps(app, calls(urls));
  await untilEnded(app, id);
  const failures = (await app.runs.events({ id })).filter(({ type }) => type === 'step_failed');
  return urls.map((_, index) => {
    const failure = failures.find((event) => 'step' in event && event.step === `call_${index}`);
    return failure && 'error' in failure ? failure.error?.message : undefined;
  });
}

/** Errors of calls on the command line, in order, or the status that was answered. */
async function callFromCommandLine(
  urls: readonly string[],
  args: readonly string[],
  env: Record<string, string>,
): Promise<unknown[]> {
  const { steps } = await runOnCommandLine(calls(urls), args, env);
  return urls.map((_, index) => {
    const step = steps[`call_${index}`];
    return step?.error?.message ?? step?.output?.status_code;
  });
}

describe('processes of one installation', () => {
  it('call no private address from a worker without settings, while other machines can reach a web process', async () => {
    // A process hears of another within a moment.
    await vi.waitFor(async () => {
      for (const process of [others, local]) {
        expect((await process.call(serviceUrl)).message).toContain('is a loopback address');
      }
      const [heard] = await callFromWorker([serviceUrl]);
      expect(heard ?? '').toContain('is a loopback address');
    }, SOON);
    const before = reached;
    const [refusal] = await callFromWorker([serviceUrl]);
    expect(refusal).toContain('is a loopback address, which this server does not call');
    expect(reached).toBe(before);
  });

  it('cannot reach a web process on any port and address, from a worker or from each other', async () => {
    const outward = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => urlOf(othersPort, address));
    const urls = [urlOf(othersPort), urlOf(localPort), urlOf(localPort, 'localhost'), ...outward];
    for (const refusal of await callFromWorker(urls)) expect(refusal).toContain(ITSELF);
    for (const process of [others, local]) {
      const replies = await Promise.all(urls.map((url) => process.call(url)));
      for (const { message } of replies) expect(message).toContain(ITSELF);
    }
  });

  it('refuse every request with the mark of their pipelines, and no request of another installation', async () => {
    for (const [mark, status] of [
      [app.instance, 403],
      [`0123abcd, ${app.instance}`, 403],
      ['unknown', 403],
      ['0123abcd', 200],
    ] as const) {
      const answer = await fetch(urlOf(othersPort), { headers: { [MARK_HEADER]: mark } });
      expect(answer.status, mark).toBe(status);
      if (status === 403) expect(await answer.text()).toContain('Pipelines may not call Pipewright itself');
    }
  });
});

describe('the command line', () => {
  it('reaches no server of its data folder or database on any port, also with EGRESS_MODE open', async () => {
    const urls = [urlOf(othersPort), urlOf(localPort), serviceUrl];
    const before = reached;
    // A process that has not heard of the other one yet may write the file of both without it, for a while.
    await vi.waitFor(async () => {
      const ports = (await readNotices(dataDir)).flatMap(({ endpoints }) =>
        endpoints.map(({ port }) => port),
      );
      expect(ports).toEqual(expect.arrayContaining([othersPort, localPort]));
    }, SOON);
    const answers = await Promise.all([
      callFromCommandLine(urls, ['--egress', 'open'], { PIPEWRIGHT_DATA_DIR: dataDir }),
      callFromCommandLine(urls, [], {
        PIPEWRIGHT_DATA_DIR: join(dataDir, 'empty'),
        DATABASE_URL: database.url(),
        EGRESS_MODE: 'open',
      }),
    ]);
    for (const [first, second, third] of answers) {
      expect(first).toContain(ITSELF);
      expect(second).toContain(ITSELF);
      expect(third).toContain('is a loopback address');
    }
    expect(reached).toBe(before);
  });

  it('calls only public addresses without a recorded server, unless EGRESS_MODE is open', async () => {
    const env = { PIPEWRIGHT_DATA_DIR: join(dataDir, 'empty') };
    const urls = [serviceUrl, urlOf(localPort)];
    const before = reached;
    const [closed, open] = await Promise.all([
      callFromCommandLine(urls, [], env),
      callFromCommandLine(urls, ['--egress', 'open'], env),
    ]);
    expect(closed[0]).toContain('Add --egress open, or set EGRESS_ALLOW=127.0.0.1:');
    expect(closed[1]).toContain('Add --egress open');
    // It reaches the server it knows nothing of, which sees the mark.
    expect(open).toEqual([200, 403]);
    expect(reached).toBe(before + 1);
  });
});

describe('the setting of the installation', () => {
  it('is followed by a running worker when web processes start and stop', async () => {
    await others.stop();
    // Only this machine reaches what is left.
    await vi.waitFor(async () => {
      expect(await callFromWorker([serviceUrl, urlOf(localPort)])).toEqual([
        undefined,
        expect.stringContaining(ITSELF),
      ]);
    }, SOON);
    await local.stop();
    expect(await callFromWorker([serviceUrl])).toEqual([undefined]);
  });
});
