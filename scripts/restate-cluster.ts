/**
 * `node --import tsx scripts/restate-cluster.ts [runs] [steps]`: a Restate cluster with three nodes and two replicas,
 * whose nodes are killed one after the other while runs are active. Run manually; takes one to two minutes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { probes } from '@/engine/testing/probes';
import { type App, compose } from '@/lib/server/compose';
import { readConfig } from '@/lib/server/config';
import { openDatabase } from '@/lib/server/open-database';
import { freePort } from '@/lib/server/testing/free-port';
import { ensureRestateServer } from './restate-server';

const STEP_MS = 50;
const HOST = '127.0.0.1';

interface Node {
  readonly name: string;
  readonly ingress: number;
  readonly admin: number;
  readonly port: number;
  child: ChildProcess | undefined;
}

/** Starts a node, or restarts it with its data. */
async function startNode(binary: string, folder: string, node: Node, all: readonly Node[]): Promise<void> {
  const addresses = all.map(({ port }) => `http://${HOST}:${port}`);
  const names = [
    '--node-name',
    node.name,
    '--cluster-name',
    'pipewright',
    '--base-dir',
    join(folder, node.name),
  ];
  const where = ['--bind-ip', HOST, '--bind-port', String(node.port), '--listen-mode', 'tcp'];
  const own = [
    '--advertised-address',
    `http://${HOST}:${node.port}`,
    '--no-logo',
    '--log-filter',
    'error,octocrab=off',
  ];
  node.child = spawn(binary, [...names, ...where, ...own, '--default-num-partitions', '4'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      NODE_ENV: 'test',
      // It leaves folders in the temporary one.
      TMPDIR: folder,
      RESTATE_AUTO_PROVISION: String(node === all[0]),
      RESTATE_DEFAULT_REPLICATION: '2',
      RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(addresses),
      RESTATE_INGRESS__BIND_PORT: String(node.ingress),
      RESTATE_ADMIN__BIND_PORT: String(node.admin),
      RESTATE_DISABLE_TELEMETRY: 'true',
    },
  });
  await untilHealthy(node);
}

async function untilHealthy({ admin, name }: Node): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isUp = await fetch(`http://${HOST}:${admin}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(100);
  }
  throw new Error(`Node ${name} of Restate did not start within a minute.`);
}

async function kill(node: Node): Promise<void> {
  node.child?.kill('SIGKILL');
  if (node.child) await once(node.child, 'exit');
}

/** Measures the longest time without a new event in any run, in ms, until `stop`. */
function watchStall(app: App, database: { sql: Awaited<ReturnType<typeof openDatabase>>['sql'] }) {
  let events = 0;
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    void database.sql<{ count: number }[]>`select count(*)::int as count from run_events`.then(([row]) => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      if ((row?.count ?? 0) === events) return;
      events = row?.count ?? 0;
      last = now;
    });
  }, 50);
  app.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function main(): Promise<void> {
  const binary = await ensureRestateServer();
  const [runs = 40, steps = 20] = process.argv.slice(2).map(Number);
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-restate-cluster-'));
  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three']) {
    const [ingress, admin, port] = [await freePort(), await freePort(), await freePort()];
    nodes.push({ name, ingress, admin, port, child: undefined });
  }
  await Promise.all(nodes.map((node) => startNode(binary, folder, node, nodes)));
  const [one, two, three] = nodes;
  if (!one || !two || !three) throw new Error('Three nodes are running.');
  const config = readConfig(
    {
      PIPEWRIGHT_DATA_DIR: join(folder, 'data'),
      RESTATE_URL: `http://${HOST}:${two.ingress}`,
      RESTATE_ADMIN_URL: `http://${HOST}:${two.admin}`,
      RESTATE_SERVICE_PORT: String(await freePort()),
    },
    process.cwd(),
  );
  const done = new Map<string, number>();
  const { catalogue } = probes(async ({ ctx }) => {
    done.set(ctx.idempotencyKey, (done.get(ctx.idempotencyKey) ?? 0) + 1);
    await delay(STEP_MS, undefined, { signal: ctx.signal });
    return null;
  });
  const database = await openDatabase(config);
  const app = await compose(config, database, { catalogue });
  const text = JSON.stringify({
    name: 'Kill test',
    steps: Array.from({ length: steps }, (_, at) => ({
      id: `s${at}`,
      action: 'send',
      ...(at === 0 ? {} : { depends_on: [`s${at - 1}`] }),
    })),
  });
  const { id } = await app.pipelines.create({ text });
  for (const victim of [three, one]) {
    done.clear();
    const stalled = watchStall(app, database);
    const started = await Promise.all(Array.from({ length: runs }, () => app.runs.start({ pipelineId: id })));
    await delay(steps * STEP_MS * 0.5);
    await kill(victim);
    const ended = await untilAllEnded(
      database.sql,
      started.map((run) => run.id),
    );
    const again = [...done.values()].filter((count) => count > 1).length;
    console.log(
      `node ${victim.name} killed: ${ended.completed} of ${runs} runs completed, ${ended.waiting} wait for a person, ` +
        `${done.size} of ${runs * steps} steps carried out, ${again} of them more than once; ` +
        `longest standstill ${Math.round(stalled())} ms`,
    );
    await startNode(binary, folder, victim, nodes);
    await delay(3000);
  }
  await app.close();
  await Promise.all(nodes.map(kill));
  await rm(folder, { recursive: true, force: true });
}

async function untilAllEnded(sql: Awaited<ReturnType<typeof openDatabase>>['sql'], ids: readonly string[]) {
  for (let tries = 0; tries < 900; tries += 1) {
    const [row] = await sql<{ completed: number; waiting: number }[]>`
      select count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status = 'waiting')::int as waiting
      from runs where id = any(${[...ids]}::text[])`;
    if (row && row.completed + row.waiting === ids.length) return row;
    await delay(100);
  }
  throw new Error('Runs were lost: they have not ended within 90 s.');
}

await main();
process.exit(0);
