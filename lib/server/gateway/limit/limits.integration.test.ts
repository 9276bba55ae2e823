import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RateLimit } from '@/lib/contracts/deployments';
import { admitBatch } from '../../store/admit-batch';
import { putLimit } from '../../store/deployment-limits';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { addDeployment } from '../testing/rows';
import { capacityOf, type LimitRule, type LimitState, levelAt, take } from './algorithm';
import { Limiter } from './limiter';

const START = Date.UTC(2026, 0, 1) * 1000;
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from deployments`;
});

/** An instant as the statement reads it, to the microsecond. */
const instant = (micros: number) => sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`;

async function storedState(): Promise<LimitState> {
  const [row] = await sql<
    { tokens: number | null; refilled: string | null; number: string | null; admitted: number }[]
  >`
    select tokens, (extract(epoch from refilled_at) * 1000000)::bigint as refilled, window_number as number, admitted
    from deployment_limits`;
  if (!row) throw new Error('There is no limit.');
  return {
    tokens: row.tokens,
    refilledAt: row.refilled === null ? null : Number(row.refilled),
    windowNumber: row.number === null ? null : Number(row.number),
    admitted: row.admitted,
  };
}

const limitOf = (rule: LimitRule): RateLimit => ({ ...rule, enabled: true });

describe('the statement', () => {
  test('decides and stores what the algorithm does, to the last bit', async () => {
    const rules = fc.record({
      algorithm: fc.constantFrom('token_bucket' as const, 'fixed_window' as const),
      rate_limit: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000 })),
      time_window: fc.constantFrom('second' as const, 'minute' as const, 'hour' as const),
      burst: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    });
    const steps = fc.array(
      fc.tuple(fc.integer({ min: -2_000_000, max: 3_000_000 }), fc.integer({ min: 0, max: 60 })),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(rules, steps, async ({ burst, ...rest }, series) => {
        const rule: LimitRule = { ...rest, ...(burst !== undefined && { burst }) };
        await sql`delete from deployments`;
        const { id } = await addDeployment(sql);
        await putLimit(sql, id, limitOf(rule));
        let state: LimitState = { tokens: null, refilledAt: null, windowNumber: null, admitted: 0 };
        let now = START;
        for (const [later, wanted] of series) {
          now += later;
          const level = levelAt(rule, state, now);
          const expected = take(rule, state, level, wanted);
          const batch = await admitBatch(sql, id, wanted, instant(now));
          expect({ at: batch?.at, level: batch?.level }).toEqual(level);
          expect(await storedState()).toEqual(expected.state);
          state = expected.state;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('finds no limit where there is none, or where it is off', async () => {
    const { id } = await addDeployment(sql);
    expect(await admitBatch(sql, id, 1)).toBeUndefined();
    await putLimit(sql, id, {
      rate_limit: 1,
      time_window: 'minute',
      algorithm: 'token_bucket',
      enabled: false,
    });
    expect(await admitBatch(sql, id, 1)).toBeUndefined();
  });
});

describe('a changed limit applies to the next request', () => {
  test('of a bucket, which keeps its tokens up to the new capacity', async () => {
    const { id } = await addDeployment(sql);
    const limit = { time_window: 'hour', algorithm: 'token_bucket', enabled: true } as const;
    await putLimit(sql, id, { ...limit, rate_limit: 100 });
    await admitBatch(sql, id, 40);
    await putLimit(sql, id, { ...limit, rate_limit: 50 });
    expect((await admitBatch(sql, id, 0))?.level).toBe(50);
    await admitBatch(sql, id, 45);
    await putLimit(sql, id, { ...limit, rate_limit: 1000 });
    // Meanwhile it gains a token in 3.6 s.
    const { level = 0 } = (await admitBatch(sql, id, 0)) ?? {};
    expect(level).toBeGreaterThanOrEqual(5);
    expect(level).toBeLessThan(50);
  });

  test('of a window, which keeps its count, unless its length changes', async () => {
    const { id } = await addDeployment(sql);
    const limit = { time_window: 'hour', algorithm: 'fixed_window', enabled: true } as const;
    await putLimit(sql, id, { ...limit, rate_limit: 100 });
    await admitBatch(sql, id, 30, instant(START));
    await putLimit(sql, id, { ...limit, rate_limit: 50 });
    expect((await admitBatch(sql, id, 0, instant(START)))?.level).toBe(20);
    await putLimit(sql, id, { ...limit, rate_limit: 50, time_window: 'minute' });
    expect((await admitBatch(sql, id, 0, instant(START)))?.level).toBe(50);
  });
});

describe('two gateway processes that are sent five times the limit', () => {
  test.each(['token_bucket', 'fixed_window'] as const)(
    'admit exactly what a %s allows',
    async (algorithm) => {
      const { id } = await addDeployment(sql);
      const rule: LimitRule = { rate_limit: 40, time_window: 'second', algorithm };
      await putLimit(sql, id, limitOf(rule));
      const batches: { at: number; level: number; wanted: number }[] = [];
      let refused = 0;
      let admitted = 0;
      const processes = [database.openAgain(), database.openAgain()];
      const limiters = processes.map(
        (own) =>
          new Limiter(async (deploymentId, wanted) => {
            const batch = await admitBatch(own.sql, deploymentId, wanted);
            if (batch) batches.push({ at: batch.at, level: batch.level, wanted });
            return batch;
          }),
      );
      try {
        // Each round is answered before the next one: 1,600 requests over as long as 40 rounds take.
        for (let round = 0; round < 40; round += 1) {
          const decisions = await Promise.all(
            Array.from({ length: 40 }, (_, index) => limiters[index % 2]?.admit(id)),
          );
          for (const decision of decisions) {
            if (decision?.isAdmitted) admitted += 1;
            else refused += 1;
          }
        }
      } finally {
        await Promise.all(processes.map((own) => own.close()));
      }
      // The lock orders the statements, so their times determine what the definition allows.
      const ordered = [...batches].sort((a, b) => a.at - b.at || b.level - a.level);
      let state: LimitState = { tokens: null, refilledAt: null, windowNumber: null, admitted: 0 };
      let allowed = 0;
      for (const { at, wanted, level } of ordered) {
        const expected = levelAt(rule, state, at);
        expect(level).toBe(expected.level);
        const taken = take(rule, state, expected, wanted);
        allowed += taken.admitted;
        state = taken.state;
      }
      expect(admitted).toBe(allowed);
      expect(admitted + refused).toBe(1600);
      const [first, last] = [ordered[0]?.at ?? 0, ordered.at(-1)?.at ?? 0];
      const windows = Math.floor(last / 1e6) - Math.floor(first / 1e6) + 1;
      const most =
        algorithm === 'token_bucket' ? capacityOf(rule) + ((last - first) / 1e6) * 40 : windows * 40;
      expect(admitted).toBeLessThanOrEqual(most + 1e-6);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
