import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseTarget } from '@/lib/server/db/connect';
import type { Workbench } from '@/lib/server/deployments/testing/workbench';
import { BY_PERSON } from '@/lib/server/store/deployments/change-deployments';
import { livingDeployments } from '@/lib/server/store/deployments/read-deployments';
import { programArgs } from '@/lib/server/testing/program';
import { until } from '@/lib/server/testing/until';
import type { BusyServer } from './entries/busy-server';

const NAMES = ['one', 'two', 'three'];
const PROGRAM = programArgs(new URL('./entries/busy-server.ts', import.meta.url));
const MOST_SEED = 1_000_000;
/** Limit of the kept error output of a server, in characters. */
const PRINTED = 2000;

/** The result after all kills. */
export interface KillReport {
  /** Processes without a replica. */
  readonly orphans: number;
  /** Processes beyond the first of a replica. */
  readonly doubles: number;
  /** Living deployments of the same name. */
  readonly sameNames: number;
  /** Processes that were left when everything was deleted. */
  readonly left: number;
  /** Replicas that ran after the last kill. */
  readonly replicas: number;
}

/** A server in a separate process. */
interface BusyProcess {
  /** Resolves when it has changed a deployment. @throws Error with its output, when it ends before */
  readonly busy: Promise<void>;
  kill(): Promise<void>;
}

/** Starts a server in a separate process. */
export function startServer(given: BusyServer): BusyProcess {
  const child = spawn(process.execPath, [...PROGRAM, JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  child.stderr?.on('data', (text) => {
    printed = `${printed}${text}`.slice(-PRINTED);
  });
  const busy = Promise.race([
    once(child, 'message').then(() => undefined),
    ended.then(([code]) => Promise.reject(new Error(`A server ended with exit code ${code}: ${printed}`))),
  ]);
  // Who kills it early does not wait for it.
  busy.catch(() => undefined);
  return {
    busy,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** How many servers are killed, and when. */
export interface ServerKills {
  readonly kills: number;
  /** A random whole number. */
  readonly between: (min: number, max: number) => number;
}

/** Kills servers while they change deployments, then lets one reconcile everything. */
export async function killServers(
  bench: Workbench,
  target: DatabaseTarget,
  { kills, between }: ServerKills,
): Promise<KillReport> {
  for (let kill = 0; kill < kills; kill += 1) {
    const seed = between(0, MOST_SEED);
    const server = startServer({ target, place: bench.place, names: NAMES, seed });
    await server.busy;
    await delay(between(0, 1500));
    await server.kill();
  }
  const server = await bench.open();
  const settled = await until('all deployments to be settled', () => settledIn(bench));
  for (const { id } of await livingDeployments(bench.sql)) await server.registry.deleteAs(id, BY_PERSON);
  await until('no deployment', async () => (await livingDeployments(bench.sql)).length === 0);
  return { ...settled, left: (await bench.processes()).length };
}

async function settledIn(bench: Workbench) {
  const deployments = await livingDeployments(bench.sql);
  if (deployments.some(({ status }) => status !== 'active' && status !== 'stopped')) return undefined;
  const states = await Promise.all(deployments.map(({ name }) => bench.stateOf(name)));
  const replicas = states.flatMap((state) => state?.replicas ?? []);
  const processes = await bench.processes();
  const wanted = deployments.reduce((sum, deployment) => sum + deployment.replicas, 0);
  if (replicas.length !== wanted) return undefined;
  // A replica that is restarted has no process for a moment.
  const isWhole = replicas.every(
    ({ id, state }) => state === 'ready' && processes.some(({ replica }) => replica === id),
  );
  if (!isWhole) return undefined;
  const known = new Set(replicas.map(({ id }) => id));
  const names = new Set(deployments.map(({ name }) => name));
  const orphans = processes.filter(({ replica }) => !known.has(replica)).length;
  return {
    orphans,
    doubles: processes.length - orphans - wanted,
    sameNames: deployments.length - names.size,
    replicas: wanted,
  };
}
