/** A process that is killed: brings deployments to their desired state, and changes them at random until then. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseTarget } from '@/lib/server/db/connect';
import { openPool } from '@/lib/server/db/open';
import { create, openServer, type Place } from '@/lib/server/deployments/testing/workbench';
import { BY_PERSON } from '@/lib/server/store/deployments/change-deployments';
import { seeded } from '../random';

/** The options of the process, as JSON. */
export interface BusyServer {
  readonly target: DatabaseTarget;
  readonly place: Place;
  readonly names: readonly string[];
  /** Of its changes; without one it only creates one deployment of two replicas for each name. */
  readonly seed?: number;
}

// Written by `startServer` alone.
const { target, place, names, seed } = JSON.parse(process.argv[2] ?? '') as BusyServer;
const { sql } = openPool(target);
const server = await openServer(sql, place, { report: (error, what) => console.error(what, error) });

async function changeAtRandom(from: number): Promise<never> {
  const random = seeded(from);
  for (;;) {
    const name = random.pick(names);
    const replicas = random.between(0, 2);
    const change = random.pick([
      () => create(server, name, { replicas: replicas + 1 }),
      () => server.registry.scaleAs(name, replicas, BY_PERSON),
      () => server.registry.deleteAs(name, BY_PERSON),
    ]);
    // Refusals are as good as changes: the name is taken, or there is no such deployment.
    await change().then(
      () => process.send?.('changed'),
      () => undefined,
    );
    await delay(random.between(0, 100));
  }
}

// Ends with the harness, even if that is killed.
process.once('disconnect', () => process.exit(0));
if (seed !== undefined) await changeAtRandom(seed);
for (const name of names) await create(server, name, { replicas: 2 });
process.send?.('changed');
