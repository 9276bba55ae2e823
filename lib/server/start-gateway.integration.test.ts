import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from './compose';
import { type Config, ConfigError, readConfig } from './config';
import { openGatewayProcess } from './start-gateway';
import { openWorker } from './start-worker';
import { freePort } from './testing/free-port';
import { startSecondPostgres, type TestDatabaseServer } from './testing/second-postgres';
import { until } from './testing/until';

let server: TestDatabaseServer;
beforeAll(async () => {
  server = await startSecondPostgres();
});
afterAll(() => server?.stop());

const configOf = (more: Record<string, string>): Config =>
  readConfig(
    { DATABASE_URL: server.url(), PIPEWRIGHT_KEY: Buffer.alloc(32, 7).toString('base64'), ...more },
    process.cwd(),
  );

describe('a gateway process', () => {
  let app: App;
  let address: string;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    app = await openGatewayProcess(configOf({ PORT: String(port) }));
  });
  afterAll(() => app?.close(), 60_000);

  test('answers requests to deployments as a web process does', async () => {
    const url = `${address}/deployments/nowhere/v1/models`;
    const answer = await fetch(url);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('nowhere') } });
  });

  test('answers health checks, and has neither pages nor other endpoints', async () => {
    const paths = ['/api/v1/health/live', '/api/v1/health'];
    expect(await isReadyAt(address)).toEqual({ status: 'ready', reasons: [] });
    const health = await Promise.all(paths.map((path) => fetch(address + path)));
    expect(health.map(({ status }) => status)).toEqual([200, 200]);
    for (const path of ['/', '/api/v1/pipelines']) {
      const answer = await fetch(address + path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('a web process serves the pages');
    }
    const change = await fetch(address + (paths[0] ?? ''), { method: 'POST' });
    expect(change.status).toBeGreaterThanOrEqual(400);
  });

  test('accepts only its own host names', async () => {
    const answer = await fetch(`${address.replace('127.0.0.1', 'localhost')}/api/v1/health/live`);
    expect(answer.status).toBe(200);
    const { status } = await requestAs(address, 'evil.example.org');
    expect(status).toBe(403);
  });

  test('executes no runs, and is not ready while it closes', async () => {
    expect((await app.workers()).workers.every(({ slots }) => slots === 0)).toBe(true);
    const closing = app.close();
    expect(await app.readiness()).toMatchObject({
      status: 'not_ready',
      reasons: [{ code: 'shutting_down' }],
    });
    await closing;
  });
});

describe('a gateway process does not start', () => {
  test('without DATABASE_URL', async () => {
    const opening = openGatewayProcess(readConfig({}, process.cwd()));
    await expect(opening).rejects.toThrow('DATABASE_URL must be set for a gateway');
  });

  test('where other machines reach it, unless the settings allow that', async () => {
    await expect(openGatewayProcess(configOf({ HOST: '0.0.0.0' }))).rejects.toThrow(ConfigError);
  });
});

describe('a worker', () => {
  test('answers health checks on the port of PIPEWRIGHT_HEALTH_PORT, and no deployments', async () => {
    const port = await freePort();
    const worker = await openWorker(configOf({ PIPEWRIGHT_HEALTH_PORT: String(port) }));
    try {
      const address = `http://127.0.0.1:${port}`;
      await isReadyAt(address);
      const answer = await fetch(`${address}/deployments/nowhere/v1/models`);
      expect(await answer.text()).toContain('This process does not serve');
    } finally {
      await worker.close();
    }
  });

  test('names the variable of a port that is in use, and does not start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const starting = openWorker(configOf({ PIPEWRIGHT_HEALTH_PORT: String(port) }));
    await expect(starting).rejects.toThrow(
      `PIPEWRIGHT_HEALTH_PORT ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PIPEWRIGHT_HEALTH_PORT to another number.`,
    );
    other.close();
  });
});

/** Waits until the process says that it is ready: on a loaded machine its database may take seconds to respond. */
function isReadyAt(address: string): Promise<unknown> {
  return until('a process that is ready', async () => {
    const answer = await fetch(`${address}/api/v1/health/ready`);
    return answer.status === 200 && answer.json();
  });
}

/** `fetch` does not send another host name. */
function requestAs(address: string, host: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/v1/health/live`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0 });
    });
    sent.on('error', reject);
    sent.end();
  });
}
