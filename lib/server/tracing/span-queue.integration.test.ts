import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '@/engine';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { SpanQueue } from './span-queue';

const ENDED: RunEvent[] = [{ seq: 9, at: '2026-01-01T00:00:00.000Z', type: 'run_completed', outputs: {} }];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('drops runs above its limit instead of growing', async () => {
  const lines: string[] = [];
  const queue = new SpanQueue({
    sql: database.sql,
    exporter: { send: () => Promise.resolve() },
    log: (line) => lines.push(line),
    maxWaiting: 2,
  });
  for (const id of ['a', 'b', 'c', 'd']) queue.written(id, ENDED);
  await queue.idle();
  expect(lines).toEqual(['Runs whose traces were not exported: 2.']);
  await queue.stop();
});
