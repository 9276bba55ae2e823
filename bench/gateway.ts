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
import { type LimitRule, type LimitState, levelAt, take } from '@/lib/server/gateway/limit/algorithm';
import { addDeployment, addReplica } from '@/lib/server/gateway/testing/rows';
import type { ProcessReport } from './gateway-process';
import { RawClient } from './raw-client';
import { ms, printTable, quantile, type Row } from './table';

const PATH = '/v1/chat/completions';
const GATEWAY_PATH = `/deployments/chat${PATH}`;
const ROUNDS = 5;
const SAMPLES = 300;
const LOAD_MS = 5000;
const CONNECTIONS = 64;
/** Duration of the measurement of exact limits. */
const LIMIT_SECONDS = 60;
const LIMIT = 100;
const TIMES_THE_LIMIT = 5;

/** Latency that the gateway adds, requests per second, and whether limits are exact. */
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
    const rows: Row[] = [
      ...(await latencies(sql, id, replica.port, gateways[0]?.port ?? 0)),
      ...(await throughputs(sql, id, replica.port, gateways)),
      ...(await exactness(sql, id, gateways, 'token_bucket')),
      ...(await exactness(sql, id, gateways, 'fixed_window')),
    ];
    printTable('Gateway', rows);
  } finally {
    for (const { child } of children) child.kill('SIGKILL');
    await close();
    await stop();
    await rm(root, { recursive: true, force: true });
  }
}

interface Measured {
  readonly child: ChildProcess;
  readonly port: number;
}

async function start(kind: 'replica' | 'gateway', target?: object): Promise<Measured> {
  const path = fileURLToPath(new URL('./gateway-process.ts', import.meta.url));
  const child = fork(path, [kind, JSON.stringify(target ?? {})], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port };
}

/** What a process measured since its last report. */
async function reportOf({ child }: Measured): Promise<ProcessReport> {
  const answer = once(child, 'message');
  child.send({});
  const [report] = (await answer) as [ProcessReport];
  return report;
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
  gateways: readonly Measured[],
): Promise<Row[]> {
  const [first] = gateways;
  if (!first) return [];
  const ports = gateways.map(({ port }) => port);
  await limitTo(sql, id, undefined);
  const direct = await rateOf([replica], PATH);
  const through = await rateWithCpu(first);
  await limitTo(sql, id, { ...UNREACHED, algorithm: 'token_bucket' });
  const limited = await rateWithCpu(first);
  const both = await rateOf(ports, GATEWAY_PATH);
  const share = (rate: number) => `${perSecond(rate)} (${(rate / direct).toFixed(2)} of direct)`;
  const goal = '1,500 requests/s';
  return [
    { what: `${CONNECTIONS} connections to the replica`, value: perSecond(direct) },
    { what: '  through one gateway', value: share(through.rate), goal },
    { what: '    its CPU time per request', value: ms(through.cpuMs), goal: '0.67 ms' },
    { what: '  through one gateway with a limit', value: share(limited.rate), goal },
    { what: '    its CPU time per request', value: ms(limited.cpuMs), goal: '0.67 ms' },
    { what: '  through two gateways with a limit', value: share(both) },
  ];
}

/** CPU time measures a gateway also on a machine that is busy with other work. */
async function rateWithCpu(gateway: Measured): Promise<{ rate: number; cpuMs: number }> {
  await reportOf(gateway);
  const rate = await rateOf([gateway.port], GATEWAY_PATH);
  const { cpuMs } = await reportOf(gateway);
  return { rate, cpuMs: cpuMs / (rate * (LOAD_MS / 1000)) };
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

/** Five times the limit over two processes for a minute. The times of their statements determine what is allowed. */
async function exactness(
  sql: Sql,
  id: string,
  gateways: readonly Measured[],
  algorithm: RateLimit['algorithm'],
): Promise<Row[]> {
  const rule: LimitRule = { rate_limit: LIMIT, time_window: 'second', algorithm };
  await limitTo(sql, id, { ...rule, enabled: true });
  await Promise.all(gateways.map(reportOf));
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      RawClient.open(gateways[index % gateways.length]?.port ?? 0, GATEWAY_PATH),
    ),
  );
  const counts = new Map<number, number>();
  const count = async (client: RawClient | undefined) => {
    const status = (await client?.send()) ?? 0;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (client) clients.push(client);
  };
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
  for (const client of clients) client.close();
  const reports = await Promise.all(gateways.map(reportOf));
  return [
    {
      what: `${algorithm}, ${LIMIT} per second, ${LIMIT_SECONDS} s, two gateways: admitted of ${sent.toLocaleString('en')}`,
      value: `${counts.get(200) ?? 0}, refused ${counts.get(429) ?? 0}`,
      goal: `${allowedBy(rule, reports)} admitted`,
    },
  ];
}

/** What the definition admits of the requests of all processes, at the times at which the database decided. */
function allowedBy(rule: LimitRule, reports: readonly ProcessReport[]): number {
  const batches = reports.flatMap((report) => report.batches);
  let state: LimitState = { tokens: null, refilledAt: null, windowNumber: null, admitted: 0 };
  let allowed = 0;
  for (const { at, wanted } of batches.sort((a, b) => a.at - b.at || b.level - a.level)) {
    const taken = take(rule, state, levelAt(rule, state, at), wanted);
    allowed += taken.admitted;
    state = taken.state;
  }
  return allowed;
}
