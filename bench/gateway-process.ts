/** A process under measurement: a gateway behind the server of the product, or a trivial replica. Reports its port. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDialer } from '@/lib/server/adapters/egress';
import type { DatabaseTarget } from '@/lib/server/db/connect';
import { openPool } from '@/lib/server/db/open';
import { openGateway } from '@/lib/server/gateway';
import { Limiter } from '@/lib/server/gateway/limit/limiter';
import { requestChecks } from '@/lib/server/http/edge/check';
import { DEFAULT_LIMITS } from '@/lib/server/http/edge/limits';
import { createWebServer } from '@/lib/server/http/edge/web-server';
import { admitBatch } from '@/lib/server/store/admit-batch';

/** Requests that one statement decided about. */
export interface Batch {
  readonly at: number;
  readonly level: number;
  readonly wanted: number;
}

/** What a process measured since its last report. */
export interface ProcessReport {
  readonly batches: readonly Batch[];
  /** CPU time, in ms. */
  readonly cpuMs: number;
}

const ANSWER = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' } }] });

const batches: Batch[] = [];
let cpu = process.cpuUsage();
const [kind, target] = process.argv.slice(2);
const server = kind === 'replica' ? startReplica() : await startGateway(JSON.parse(target ?? ''));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  process.send?.({ batches: batches.splice(0), cpuMs: (user + system) / 1000 });
});
process.once('disconnect', () => process.exit(0));

function startReplica() {
  return createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length });
      response.end(ANSWER);
    });
  });
}

async function startGateway(database: DatabaseTarget) {
  const { sql } = openPool(database);
  const gateway = openGateway({
    sql,
    dialer: createDialer({ mode: 'public', allow: [], own: { ports: [], databases: [] } }),
    mark: () => 'bench',
    isKeyRequired: false,
    now: () => new Date(),
    limiter: new Limiter(async (deploymentId, wanted) => {
      const batch = await admitBatch(sql, deploymentId, wanted);
      if (batch) batches.push({ at: batch.at, level: batch.level, wanted });
      return batch;
    }),
    report: (error) => console.error(error),
  });
  await sql.listen('deployments', gateway.changed);
  return createWebServer(
    {
      checks: requestChecks({ port: 0, hosts: [] }),
      limits: DEFAULT_LIMITS,
      isDevelopment: false,
      report: (error) => console.error(error),
      direct: gateway.gateway,
    },
    { request: () => Promise.reject(new Error('Only the gateway is measured.')) },
  );
}
