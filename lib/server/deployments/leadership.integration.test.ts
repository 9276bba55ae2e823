import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/open';
import { findLease, LeaseLost } from '../store/deployments/leader';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { Leadership } from './leadership';

let database: Database;
/** The monotonic clock of all processes, in ms. */
let now = 0;
let owners = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = 0;
  await database.sql`delete from installation where key = 'deployments_leader'`;
});

const processOf = (kind: 'web' | 'worker' = 'web') => {
  owners += 1;
  return new Leadership({ sql: database.sql, owner: `wkr_${owners}`, kind, isOnly: false, now: () => now });
};
/** What the database says of the time of the last renewal after its clock was set. */
const setClock = (by: string) =>
  database.sql`update installation set updated_at = updated_at - ${by}::interval where key = 'deployments_leader'`;
/** Time passes while some processes check at their interval. */
async function pass(seconds: number, checking: readonly Leadership[]) {
  for (let second = 0; second < seconds; second += 1) {
    now += 1000;
    for (const each of checking) await each.hold();
  }
}

describe('the lease of the controller', () => {
  it('goes to another process when its leader has been silent for 10 s, and for a worker for 40 s', async () => {
    const [first, web, worker] = [processOf(), processOf(), processOf('worker')];
    expect(await first.hold()).toBe(1);
    await pass(11, [worker, web]);
    expect(await web.hold()).toBe(2);
    await pass(60, [worker, web]);
    expect(await worker.hold()).toBeUndefined();
    await pass(39, [worker]);
    expect(await worker.hold()).toBeUndefined();
    await pass(2, [worker]);
    expect(await worker.hold()).toBe(3);
  });

  it('goes to another process at once when its leader resigns, with a higher token', async () => {
    const [first, second] = [processOf(), processOf()];
    await first.hold();
    await first.end();
    expect(await second.hold()).toBe(2);
    await second.end();
    expect(await first.hold()).toBe(3);
  });

  it.each(['1 hour', '-1 hour'])(
    'stays with its leader when the clock of the database is set by %s',
    async (by) => {
      const [leader, other] = [processOf(), processOf()];
      await leader.hold();
      await other.hold();
      await setClock(by);
      await pass(30, [other, leader]);
      expect(leader.isCertain).toBe(true);
      expect(other.isCertain).toBe(false);
    },
  );

  it('is free after 10 s also when the clock of the database was set back and its leader has ended', async () => {
    const [leader, other] = [processOf(), processOf()];
    await leader.hold();
    await other.hold();
    await setClock('-1 hour');
    await pass(12, [other]);
    expect(other.isCertain).toBe(true);
    expect(leader.isCertain).toBe(false);
  });

  it('goes to the only process of a database, also when its former leader still renewed it meanwhile', async () => {
    const former = processOf();
    await former.hold();
    const only = new Leadership({
      ...{ sql: database.sql, owner: 'wkr_only', kind: 'web', isOnly: true },
      now: () => now,
    });
    let taken: Promise<number | undefined> = Promise.resolve(undefined);
    await database.sql.begin(async (tx) => {
      await tx`update installation set updated_at = now() where key = 'deployments_leader'`;
      taken = only.hold();
      await until('a statement that waits for the renewal', async () => {
        const rows = await database.sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%installation%'`;
        return rows.length > 0;
      });
    });
    expect(await taken).toBeUndefined();
    expect(await only.hold()).toBe(2);
  });

  it('is not taken from a leader that renewed it after it was read', async () => {
    const [leader, other] = [processOf(), processOf()];
    await leader.hold();
    await other.hold();
    now += 9000;
    await leader.hold();
    now += 1500;
    expect(await other.hold()).toBeUndefined();
  });
});

describe('the work of the leader', () => {
  it('is refused when another process has taken the lease, also by a process that stood still meanwhile', async () => {
    const [still, other] = [processOf(), processOf()];
    await still.hold();
    const clock = now;
    await pass(11, [other]);
    // Its own clock stood still, as in a machine that was suspended: it believes that it leads.
    now = clock;
    expect(still.isCertain).toBe(true);
    const work = still.act(async (tx) => {
      await tx`insert into installation (key, value, updated_at) values ('written', '{}', now())`;
    });
    await expect(work).rejects.toThrow(LeaseLost);
    expect(await database.sql`select key from installation where key = 'written'`).toEqual([]);
    expect(still.isCertain).toBe(false);
    expect(await other.act(async () => 'done')).toBe('done');
  });

  it('ends before another process can take the lease', async () => {
    const [leader, other] = [processOf(), processOf()];
    await leader.hold();
    const order: string[] = [];
    let finish = () => {};
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const work = leader.act(async () => {
      begin();
      await working;
      order.push('work');
    });
    await begun;
    await other.hold();
    now += 10_000;
    const taken = other.hold().then((token) => order.push(`taken with token ${token}`));
    await database.sql`select pg_sleep(0.1)`;
    expect(order).toEqual([]);
    finish();
    await Promise.all([work, taken]);
    expect(order).toEqual(['work', 'taken with token 2']);
  });

  it('is refused under an earlier lease of the same process', async () => {
    const [first, second] = [processOf(), processOf()];
    const before = await first.hold();
    await pass(11, [second]);
    await second.end();
    expect(await first.hold()).toBeUndefined();
    const after = await first.hold();
    expect([before, after]).toEqual([1, 3]);
    expect(await findLease(database.sql)).toMatchObject({ token: 3, isResigned: false });
  });
});
