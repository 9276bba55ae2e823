import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Http } from '@/engine/ports';
import { gate } from '@/engine/testing/probes';
import type { App } from '../compose';
import type * as claims from '../store/claims';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { Worker } from './worker';

/** What is awaited before the answer to a claim of runs arrives. */
let delayed: () => Promise<void> = () => Promise.resolve();

vi.mock('../store/claims', async (original) => {
  const real = await original<typeof claims>();
  const claimRuns: typeof real.claimRuns = async (...given) => {
    const claimed = await real.claimRuns(...given);
    if (claimed.runs.length > 0) await delayed();
    return claimed;
  };
  return { ...real, claimRuns };
});

let app: App;

/** Never answers. */
const http: Http = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

beforeAll(async () => {
  // No renewal of the lease finds the command.
  const config = { leaseMs: 3_600_000 };
  app = await openTestApp(await createTestDatabase(), { config, adapters: { http } });
});

afterAll(() => app.close());

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
  await until('both messages', () => command.mock.calls.filter(([runId]) => runId === id).length === 2);
  answer.open();
  expect(await untilEnded(app, id)).toMatchObject({ status: 'cancelled' });
});
