import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import type { RateLimit } from '@/lib/contracts/deployments';
import { startEmbedded } from '@/lib/server/db/embedded/supervisor';
import { openMigrated } from '@/lib/server/db/open';
import { addDeployment, addReplica } from '@/lib/server/gateway/testing/rows';
import { RawClient } from './raw-client';
import { ms, printTable, quantile, type Row } from './table';

const PATH = '/v1/chat/completions';
const GATEWAY_PATH = `/deployments/chat${PATH}`;
const ROUNDS = 5;
const SAMPLES = 300;
const LOAD_MS = 5000;
const CONNECTIONS = 64;
/** Of the exactness of limits. */
const LIMIT_SECONDS = 60;
const LIMIT = 100;
const TIMES_THE_LIMIT = 5;

/** What the gateway adds to the answer of a replica, how many requests it passes on, and whether limits are exact. */
export async function benchGateway(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const { host, user, database, stop } = await startEmbedded({ root });
  const target = { kind: 'socket', host, user, database } as const;
  const { sql, close } = await openMigrated(target, process.cwd());
  const children = [];
  try {
    const replica = await start('replica');
    const gateways = [await start('gateway', target), await start('gateway', target)];
    children.push(replica, ...gateways);
    const { id } = await addDeployment(sql);
    await addReplica(sql, id, `http://127.0.0.1:${replica.port}`);
    const ports = gateways.map(({ port }) => port);
    const rows: Row[] = [
      ...(await latencies(sql, id, replica.port, ports[0] ?? 0)),
      ...(await throughputs(sql, id, replica.port, ports)),
      ...(await exactness(sql, id, ports, 'token_bucket')),
      ...(await exactness(sql, id, ports, 'fixed_window')),
    ];
    printTable('Gateway', rows);
  } finally {
    for (const { child } of children) child.kill('SIGKILL');
    await close();
    await stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function start(
  kind: 'replica' | 'gateway',
  target?: object,
): Promise<{ child: ChildProcess; port: number }> {
  const path = fileURLToPath(new URL('./gateway-process.ts', import.meta.url));
  const child = fork(path, [kind, JSON.stringify(target ?? {})], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port };
}

async function limitTo(sql: Sql, id: string, limit: RateLimit | undefined): Promise<void> {
  await sql`delete from deployment_limits where deployment_id = ${id}`;
  if (limit) {
    await sql`
      insert into deployment_limits (deployment_id, rate_limit, time_window, algorithm)
      values (${id}, ${limit.rate_limit}, ${limit.time_window}, ${limit.algorithm})`;
  }
  // Until every process has read it.
  await delay(1100);
}

const UNREACHED = { rate_limit: 1_000_000_000, time_window: 'second', enabled: true } as const;

/** One request after the other, in turns, so that other work on the machine affects all alike. */
async function latencies(sql: Sql, id: string, replica: number, gateway: number): Promise<Row[]> {
  const direct = await RawClient.open(replica, PATH);
  const through = await RawClient.open(gateway, GATEWAY_PATH);
  const samples = { direct: [] as number[], through: [] as number[], limited: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isWarmUp = round === 0;
    await limitTo(sql, id, undefined);
    const [one, other] = [await sample(direct), await sample(through)];
    await limitTo(sql, id, { ...UNREACHED, algorithm: 'token_bucket' });
    const limited = await sample(through);
    if (isWarmUp) continue;
    samples.direct.push(...one);
    samples.through.push(...other);
    samples.limited.push(...limited);
  }
  direct.close();
  through.close();
  const [plain, passed, limited] = [samples.direct, samples.through, samples.limited].map((each) =>
    quantile(each, 0.5),
  );
  return [
    { what: "a replica's own answer, p50", value: ms(plain ?? 0) },
    { what: '  the gateway adds, p50', value: ms((passed ?? 0) - (plain ?? 0)), goal: '2 ms' },
    { what: '  a limit adds, p50', value: ms((limited ?? 0) - (passed ?? 0)) },
    { what: '  through gateway and limit, p99', value: ms(quantile(samples.limited, 0.99)) },
  ];
}

async function sample(client: RawClient): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = 0; turn < SAMPLES; turn += 1) {
    const from = performance.now();
    const status = await client.send();
    if (status !== 200) throw new Error(`The answer has status ${status}.`);
    samples.push(performance.now() - from);
  }
  return samples;
}

async function throughputs(
  sql: Sql,
  id: string,
  replica: number,
  gateways: readonly number[],
): Promise<Row[]> {
  const [one = 0] = gateways;
  await limitTo(sql, id, undefined);
  const direct = await rateOf([replica], PATH);
  const through = await rateOf([one], GATEWAY_PATH);
  await limitTo(sql, id, { ...UNREACHED, algorithm: 'token_bucket' });
  const limited = await rateOf([one], GATEWAY_PATH);
  const both = await rateOf(gateways, GATEWAY_PATH);
  const share = (rate: number) => `${perSecond(rate)} (${(rate / direct).toFixed(2)} of direct)`;
  return [
    { what: `${CONNECTIONS} connections to the replica`, value: perSecond(direct) },
    { what: '  through one gateway', value: share(through), goal: '1,500 requests/s' },
    { what: '  through one gateway with a limit', value: share(limited), goal: '1,500 requests/s' },
    { what: '  through two gateways with a limit', value: share(both) },
  ];
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')} requests/s`;

async function rateOf(ports: readonly number[], path: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => RawClient.open(ports[index % ports.length] ?? 0, path)),
  );
  let requests = 0;
  const from = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - from < LOAD_MS) {
        const status = await client.send();
        if (status !== 200) throw new Error(`The answer has status ${status}.`);
        requests += 1;
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  for (const client of clients) client.close();
  return requests / seconds;
}

interface LimitRow {
  readonly micros: string;
  readonly tokens: number | null;
  readonly window: string | null;
  readonly admitted: number;
}

async function stateOf(sql: Sql): Promise<LimitRow> {
  const [row] = await sql<LimitRow[]>`
    select (extract(epoch from refilled_at) * 1000000)::bigint as micros, tokens, window_number as window, admitted
    from deployment_limits`;
  if (!row) throw new Error('There is no limit.');
  return row;
}

/** Five times the limit over two processes for a minute: the times of the database's statements tell what is allowed. */
async function exactness(
  sql: Sql,
  id: string,
  ports: readonly number[],
  algorithm: RateLimit['algorithm'],
): Promise<Row[]> {
  await limitTo(sql, id, { rate_limit: LIMIT, time_window: 'second', algorithm, enabled: true });
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      RawClient.open(ports[index % ports.length] ?? 0, GATEWAY_PATH),
    ),
  );
  const counts = new Map<number, number>();
  const count = async (client: RawClient | undefined) => {
    const status = (await client?.send()) ?? 0;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (client) clients.push(client);
  };
  await count(clients.pop());
  const first = await stateOf(sql);
  const from = performance.now();
  const pending: Promise<void>[] = [];
  let sent = 0;
  while (performance.now() - from < LIMIT_SECONDS * 1000) {
    const due = ((performance.now() - from) / 1000) * LIMIT * TIMES_THE_LIMIT;
    while (sent < due && clients.length > 0) {
      sent += 1;
      pending.push(count(clients.pop()));
    }
    await delay(2);
  }
  await Promise.all(pending);
  const last = await stateOf(sql);
  for (const client of clients) client.close();
  const allowed = algorithm === 'token_bucket' ? allowedByBucket(first, last) : allowedByWindows(first, last);
  return [
    {
      what: `${algorithm}, ${LIMIT} per second, ${LIMIT_SECONDS} s, two gateways: admitted of ${(sent + 1).toLocaleString('en')}`,
      value: `${counts.get(200) ?? 0}, refused ${counts.get(429) ?? 0}`,
      goal: `${allowed} admitted`,
    },
  ];
}

/** The bucket is never full after the first request, so nothing of the refill is lost. */
function allowedByBucket(first: LimitRow, last: LimitRow): number {
  const refill = ((Number(last.micros) - Number(first.micros)) * LIMIT) / 1e6;
  return Math.round(LIMIT + refill - (last.tokens ?? 0));
}

/** Each window between the first and the last one is used up. */
function allowedByWindows(first: LimitRow, last: LimitRow): number {
  return (Number(last.window) - Number(first.window)) * LIMIT + last.admitted;
}
