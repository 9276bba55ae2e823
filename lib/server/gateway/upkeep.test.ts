import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gate } from '@/engine/testing/probes';
import type { Meter } from './meter/meter';
import { Upkeep } from './upkeep';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gateway without requests whose database answers as `answer` does, and the statements that it was sent. */
function start(answer: (query: string, nth: number) => Promise<unknown[]>) {
  const sent: string[] = [];
  const unsafe = (query: string, params: unknown[]) => {
    sent.push(`${/^\w+/.exec(query)?.[0]} ${/"\w+"/.exec(query)?.[0]} ${JSON.stringify(params[0] ?? null)}`);
    return { values: () => answer(query, sent.length) };
  };
  const report = vi.fn();
  const upkeep = new Upkeep({
    sql: { unsafe } as unknown as Sql,
    gatewayId: 'gw',
    meter: { changed: () => ({ minutes: [], written: () => undefined }) } as unknown as Meter,
    loads: () => [],
    onTick: () => undefined,
    report,
  });
  return { upkeep, sent, report };
}

const touched = (sent: readonly string[]) =>
  sent.filter((query) => query.startsWith('update "deployment_keys"'));

it('keeps the uses of keys that could not be stored', async () => {
  const { upkeep, sent, report } = start((_, nth) =>
    nth === 1 ? Promise.reject(new Error('The database does not respond.')) : Promise.resolve([]),
  );
  upkeep.used('key_1');
  await vi.advanceTimersByTimeAsync(5000);
  expect([touched(sent).length, report.mock.calls.length]).toEqual([1, 1]);
  upkeep.used('key_2');
  await vi.advanceTimersByTimeAsync(5000);
  expect(touched(sent)).toHaveLength(2);
  expect(touched(sent)[1]).toContain('key_2');
  expect(touched(sent)[1]).toContain('key_1');
  await upkeep.stop();
});

it('deletes old measurements also when the tick for it falls into a longer write', async () => {
  const slow = gate();
  const { upkeep, sent } = start(async (query) => {
    if (query.startsWith('update')) await slow.promise;
    return [];
  });
  await vi.advanceTimersByTimeAsync(3_594_000);
  upkeep.used('key_1');
  await vi.advanceTimersByTimeAsync(8000);
  expect(sent.filter((query) => query.startsWith('delete'))).toEqual([]);
  slow.open();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.filter((query) => query.startsWith('delete'))).toHaveLength(2);
  await upkeep.stop();
});
