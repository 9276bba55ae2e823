/** A process that is killed: looks after deployments, and changes them at random until then. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseTarget } from '../../db/connect';
import { openPool } from '../../db/open';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { create, openServer, type Place } from './workbench';

/** What the process is given, as JSON. */
export interface BusyServer {
  readonly target: DatabaseTarget;
  readonly place: Place;
  readonly names: readonly string[];
  /** Only creates one deployment of two replicas for each name. */
  readonly isQuiet: boolean;
}

// Written by `killServers` alone.
const { target, place, names, isQuiet } = JSON.parse(process.argv[2] ?? '') as BusyServer;
const { sql } = openPool(target);
const server = await openServer(sql, place, { report: () => undefined });

if (isQuiet) for (const name of names) await create(server, name, { replicas: 2 });

while (!isQuiet) {
  const name = names[Math.floor(Math.random() * names.length)] ?? '';
  const replicas = Math.floor(Math.random() * 3);
  const deeds = [
    () => create(server, name, { replicas: replicas + 1 }),
    () => server.registry.scaleAs(name, replicas, BY_PERSON),
    () => server.registry.deleteAs(name, BY_PERSON),
  ];
  // Refusals are as good as changes: the name is taken, or there is no such deployment.
  await deeds[Math.floor(Math.random() * deeds.length)]?.().catch(() => undefined);
  await delay(Math.random() * 100);
}
