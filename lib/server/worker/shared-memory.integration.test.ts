import { afterAll, beforeAll, expect, it } from 'vitest';
import { SharedMemory } from '@/engine';
import type { Http } from '@/engine/ports';
import { gate } from '@/engine/testing/probes';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';

const MB = 1_000_000;
const BUDGET = 40 * MB;

/** Of one answer. */
const PAGE = MB;

/** Large runs together need more than the budget. */
const LARGE_RUNS = 8;
const PAGES_OF_ONE = 8;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** Requests one after the other, each for another page. */
function pages(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    action: 'http_request',
    params: { url: `https://example.org/${at}` },
    depends_on: at === 0 ? [] : [`p${at - 1}`],
  }));
}

/** A service with pages of this many bytes, which calls back before it answers. */
function service(bytes: number, asked: (page: string) => Promise<void> | void): Http {
  return async ({ url }) => {
    const page = new URL(url).pathname.slice(1);
    await asked(page);
    const body = new TextEncoder().encode(page.padEnd(bytes));
    return { status: 200, headers: { 'content-type': 'text/plain' }, body };
  };
}

/** Records the most memory that the runs ever reported together. */
class MeasuredMemory extends SharedMemory {
  readonly above = gate();
  most = 0;

  override join(runId: string, retry: () => void) {
    const share = super.join(runId, retry);
    return {
      release: share.release,
      mayGrow: (bytes: number) => {
        const may = share.mayGrow(bytes);
        this.most = Math.max(this.most, this.bytes);
        if (this.most > BUDGET) this.above.open();
        return may;
      },
    };
  }
}

/** Resolves for everyone when this many have arrived. */
function barrier(count: number): () => Promise<void> {
  const all = gate();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) all.open();
    return all.promise;
  };
}

it('completes large runs one after the other, within the budget plus one run and values being loaded', async () => {
  const memory = new MeasuredMemory(BUDGET);
  // Together the runs fill the budget before any of them goes on.
  const together = Array.from({ length: BUDGET / PAGE / LARGE_RUNS }, () => barrier(LARGE_RUNS));
  const http = service(PAGE, (page) => together[Number(page)]?.() ?? memory.above.promise);
  const app = await openTestApp(database.openAgain(), { adapters: { http, memory } });
  try {
    const runs = await Promise.all(
      Array.from({ length: LARGE_RUNS }, () => startSteps(app, pages(PAGES_OF_ONE))),
    );
    const ended = await Promise.all(runs.map(({ id }) => untilEnded(app, id)));
    expect(ended.map(({ status }) => status)).toEqual(Array(LARGE_RUNS).fill('completed'));
    expect(memory.most).toBeGreaterThan(BUDGET);
    expect(memory.most).toBeLessThan(BUDGET + PAGES_OF_ONE * PAGE + LARGE_RUNS * PAGE);
  } finally {
    await app.close();
  }
  expect(memory.bytes).toBe(0);
});

it('cancels a run that waits for memory immediately, and releases it when the worker stops', async () => {
  const memory = new SharedMemory(BUDGET);
  const other = memory.join('other', () => undefined);
  other.mayGrow(2 * BUDGET);
  const asked: string[] = [];
  const app = await openTestApp(database.openAgain(), {
    adapters: { http: service(2 * MB, (page) => void asked.push(page)), memory },
  });
  const started = () => startSteps(app, pages(3));
  const [cancelled, kept] = [await started(), await started()];
  for (const { id } of [cancelled, kept]) await untilRun(app, id, ({ lastSeq }) => lastSeq >= 4);
  // Small runs do not wait, and while five of them run one after the other, neither of the large ones continues.
  for (let at = 0; at < 5; at += 1) {
    const small = await startSteps(app, [{ id: 'a', action: 'log', params: { message: 'x' } }]);
    expect((await untilEnded(app, small.id)).status).toBe('completed');
  }
  expect(asked).toEqual(['0', '0']);
  await app.runs.cancel({ id: cancelled.id });
  expect((await untilEnded(app, cancelled.id)).status).toBe('cancelled');
  expect((await app.runs.get({ id: kept.id })).status).toBe('running');
  await app.close();
  other.release();
  expect(memory.bytes).toBe(0);

  const next = await openTestApp(database.openAgain(), {
    adapters: { http: service(2 * MB, () => undefined) },
  });
  try {
    expect((await untilEnded(next, kept.id)).status).toBe('completed');
  } finally {
    await next.close();
  }
});
