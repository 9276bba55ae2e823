import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Http } from '@/engine/ports';
import { gate } from '@/engine/testing/probes';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { Worker } from './worker';

/** What is awaited before the answer to a claim of runs arrives. */
let delayed: () => Promise<void> = () => Promise.resolve();

/** A database whose answers to claims that took a run arrive later. */
function slowToAnswer(sql: Sql): Sql {
  return new Proxy(sql, {
    apply(target, self, given: unknown[]) {
      const query = Reflect.apply(target, self, given);
      const [text] = given;
      if (!Array.isArray(text) || !text.join('').includes('strays as (')) return query;
      return query.then(async (rows: { runId: string | null }[]) => {
        if (rows.some(({ runId }) => runId !== null)) await delayed();
        return rows;
      });
    },
  });
}

let app: App;

/** Never answers. */
const http: Http = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

beforeAll(async () => {
  // No renewal of the lease finds the command.
  const config = { leaseMs: 3_600_000 };
  const { sql, close } = await createTestDatabase();
  app = await openTestApp({ sql: slowToAnswer(sql), close }, { config, adapters: { http } });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const params = { url: 'http://service.test/', method: 'GET', timeout_seconds: 300 };
const call = { id: 'call', action: 'http_request', params };

it('a command that arrives between a claim and its answer is carried out', async () => {
  const claimed = gate();
  const answer = gate();
  delayed = () => {
    claimed.open();
    return answer.promise;
  };
  const command = vi.spyOn(Worker.prototype, 'command');
  const { id } = await startSteps(app, [call]);
  await claimed.promise;
  await app.runs.cancel({ id });
  // From the request itself, and from the notification of the database.
  await until('both messages', () => command.mock.calls.filter(([runId]) => runId === id).length >= 2);
  answer.open();
  expect(await untilEnded(app, id)).toMatchObject({ status: 'cancelled' });
});
