import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseTarget } from '../../db/connect';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { livingDeployments } from '../../store/deployments/read-deployments';
import { until } from '../../testing/until';
import type { BusyServer } from './busy-server';
import type { Workbench } from './workbench';

const NAMES = ['one', 'two', 'three'];

/** What was found after all kills. */
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

/** Starts a server in a process of its own. */
export function startServer(given: BusyServer): { kill(): Promise<void> } {
  const program = join(import.meta.dirname, 'busy-server.ts');
  const args = ['--import', 'tsx', program, JSON.stringify(given)];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Kills servers in the middle of what they do to deployments, then lets one put everything right.
 * @param between a random whole number
 */
export async function killServers(
  bench: Workbench,
  target: DatabaseTarget,
  { kills, between }: { readonly kills: number; readonly between: (min: number, max: number) => number },
): Promise<KillReport> {
  const given: BusyServer = { target, place: bench.place, names: NAMES, isQuiet: false };
  for (let kill = 0; kill < kills; kill += 1) {
    const server = startServer(given);
    await isBusy(bench);
    await delay(between(0, 1500));
    await server.kill();
  }
  const server = await bench.open();
  const settled = await until('all deployments to be settled', () => settledIn(bench));
  for (const { id } of await livingDeployments(bench.sql)) await server.registry.deleteAs(id, BY_PERSON);
  await until('no deployment', async () => (await livingDeployments(bench.sql)).length === 0);
  return { ...settled, left: (await bench.processes()).length };
}

/** The process works when it changes a deployment. */
async function isBusy({ sql }: Workbench): Promise<void> {
  const last = async () =>
    Number((await sql`select coalesce(max(id), 0) as last from deployment_events`)[0]?.last);
  const before = await last();
  await until('the server to work', async () => (await last()) > before);
}

async function settledIn(bench: Workbench) {
  const deployments = await livingDeployments(bench.sql);
  if (deployments.some(({ status }) => status !== 'active' && status !== 'stopped')) return undefined;
  const states = await Promise.all(deployments.map(({ name }) => bench.stateOf(name)));
  const replicas = states.flatMap((state) => state?.replicas ?? []);
  const processes = await bench.processes();
  const wanted = deployments.reduce((sum, deployment) => sum + deployment.replicas, 0);
  if (replicas.length !== wanted) return undefined;
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
