import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDeployment, addReplica } from '../../gateway/testing/rows';
import { listAudit } from '../../store/audit';
import { putLimit } from '../../store/deployment-limits';
import { readSteps, saveMinutes } from '../../store/deployment-minutes';
import { requestsAtReplica, saveLoads } from '../../store/gateway-loads';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { NotFound } from '../errors';
import { createDeploymentKey } from './create-key';
import { listDeploymentKeys } from './keys';
import { deploymentMetrics } from './metrics';
import { revokeDeploymentKey } from './revoke-key';

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

describe('a key of a deployment', () => {
  test('has 256 random bits, is shown once, and is stored as its hash', async () => {
    await addDeployment(sql);
    const { key, ...made } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    expect(key).toMatch(/^pwk_[\w-]{43}$/);
    expect(made).toMatchObject({ name: 'Web', prefix: key.slice(0, 12), revoked_at: null });
    const listed = await listDeploymentKeys({ sql }, { name: 'chat' });
    expect(listed.keys).toEqual([made]);
    const stored = JSON.stringify(await sql`select * from deployment_keys`);
    expect(stored).not.toContain(key);
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
  });

  test('is revoked once, however many concurrent requests ask for it', async () => {
    const { id } = await addDeployment(sql);
    const made = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    const input = { name: 'chat', key_id: made.id };
    const revoked = await Promise.all(Array.from({ length: 5 }, () => revokeDeploymentKey({ sql }, input)));
    expect(new Set(revoked.map(({ revoked_at: at }) => at)).size).toBe(1);
    expect(revoked[0]?.revoked_at).not.toBeNull();
    const entries = await listAudit(sql, { subject: id, limit: 10 });
    expect(entries.map(({ action }) => action)).toEqual(['deployment.key_revoked', 'deployment.key_created']);
    expect(entries[0]).toMatchObject({
      subject: { type: 'deployment', name: 'chat' },
      details: { name: 'Web' },
    });
    expect(JSON.stringify(entries)).not.toContain(made.key);
  });

  test('belongs to one deployment', async () => {
    await addDeployment(sql);
    await addDeployment(sql, { name: 'other' });
    const { id } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    await expect(revokeDeploymentKey({ sql }, { name: 'other', key_id: id })).rejects.toThrow(NotFound);
  });

  test('needs a deployment', async () => {
    await expect(createDeploymentKey({ sql }, { name: 'none', key_name: 'Web' })).rejects.toThrow(
      'The deployment none does not exist.',
    );
    await expect(listDeploymentKeys({ sql }, { name: 'none' })).rejects.toThrow(NotFound);
  });
});

describe('the metrics of a deployment', () => {
  test('add up minutes of all processes and show load and limit of the moment', async () => {
    const { id } = await addDeployment(sql);
    const replica = await addReplica(sql, id, 'http://127.0.0.1:1');
    const web = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    const [row] = await sql<{ minute: Date }[]>`select date_trunc('minute', now()) as minute`;
    const minute = row?.minute ?? new Date();
    const measured = { deploymentId: id, minute, limited: 2, failed: 1, queued: 3, ready: 4 };
    await saveMinutes(sql, 'gw_1', [{ ...measured, requests: 1, inFlight: 1, latencies: [], keys: {} }]);
    await saveMinutes(sql, 'gw_1', [
      { ...measured, requests: 10, inFlight: 5, latencies: [80, 9, 120, 1], keys: { [web.id]: 7, '': 3 } },
    ]);
    await saveMinutes(sql, 'gw_2', [
      { ...measured, requests: 20, inFlight: 6, latencies: [80, 90], keys: { [web.id]: 20 } },
    ]);
    await saveLoads(sql, 'gw_1', [{ replicaId: replica, inFlight: 2, queued: 1 }]);
    await saveLoads(sql, 'gw_2', [{ replicaId: replica, inFlight: 3, queued: 0 }]);
    await putLimit(sql, id, {
      rate_limit: 100,
      time_window: 'minute',
      algorithm: 'token_bucket',
      enabled: true,
    });
    const metrics = await deploymentMetrics({ sql }, { name: 'chat', window: '1h' });
    const sums = { requests: 30, limited: 4, failed: 2, latency_p50_ms: 98.1, latency_p99_ms: 98.1 };
    expect(metrics).toEqual({
      window: '1h',
      step_seconds: 60,
      now: { in_flight: 5, queued: 1 },
      limit: { algorithm: 'token_bucket', remaining: 100, capacity: 100, reset_seconds: 0 },
      totals: sums,
      points: [{ at: minute.toISOString(), ...sums, in_flight: 11, queued: 6, ready_replicas: 4 }],
      keys: [
        { id: web.id, name: 'Web', requests: 27 },
        { id: null, name: null, requests: 3 },
      ],
    });
  });

  test('are added up in steps for a long window', async () => {
    const { id } = await addDeployment(sql);
    const other = await addDeployment(sql, { name: 'other' });
    const [start] = await sql<
      { at: Date }[]
    >`select to_timestamp(floor(extract(epoch from now()) / 900) * 900) as at`;
    const first = start?.at ?? new Date();
    const measured = { deploymentId: id, inFlight: 1, queued: 0, ready: 1, keys: {} };
    const at = (seconds: number) => new Date(first.getTime() + seconds * 1000);
    const counts = { requests: 10, limited: 2, failed: 1, latencies: [80, 9] };
    await saveMinutes(sql, 'gw_1', [
      { ...measured, ...counts, minute: at(0) },
      { ...measured, ...counts, minute: at(60) },
      { ...measured, ...counts, minute: at(-60) },
      { ...measured, ...counts, minute: at(-25 * 3600) },
    ]);
    await saveMinutes(sql, 'gw_2', [{ ...measured, ...counts, latencies: [90, 1], minute: at(0) }]);
    const steps = await readSteps(sql, [id, other.id], { seconds: 24 * 3600, step: 900 });
    expect(steps).toMatchObject([
      { deploymentId: id, minute: at(-900), ...counts },
      { deploymentId: id, minute: at(0), requests: 30, limited: 6, failed: 3 },
    ]);
    expect(steps[1]?.latencies).toHaveLength(6);
  });

  test('are empty before the first request', async () => {
    await addDeployment(sql);
    const metrics = await deploymentMetrics({ sql }, { name: 'chat', window: '7d' });
    expect(metrics).toMatchObject({ now: { in_flight: 0, queued: 0 }, limit: null, points: [] });
    expect(metrics.totals).toMatchObject({ requests: 0, latency_p50_ms: null });
  });
});

test('the load at a replica forgets processes that no longer state it', async () => {
  const { id } = await addDeployment(sql);
  const replica = await addReplica(sql, id, 'http://127.0.0.1:1');
  await saveLoads(sql, 'gw_1', [{ replicaId: replica, inFlight: 2, queued: 0 }]);
  await saveLoads(sql, 'gw_2', [{ replicaId: replica, inFlight: 3, queued: 0 }]);
  expect(await requestsAtReplica(sql, replica)).toBe(5);
  await sql`update gateway_loads set seen_at = now() - interval '10 seconds' where gateway_id = 'gw_1'`;
  expect(await requestsAtReplica(sql, replica)).toBe(3);
  await saveLoads(sql, 'gw_2', []);
  expect(await requestsAtReplica(sql, replica)).toBe(0);
});
