import type { Sql } from 'postgres';
import type { ServerDeployments } from '@/lib/server/deployments';
import { create, openWorkbench, type Workbench } from '@/lib/server/deployments/testing/workbench';
import { TIMINGS, type Timings } from '@/lib/server/deployments/timings';
import { serveGateway, type TestGateway } from '@/lib/server/gateway/testing/server';
import { BY_PERSON } from '@/lib/server/store/deployments/change-deployments';
import { requestsAtReplica } from '@/lib/server/store/gateway-loads';
import { until } from '@/lib/server/testing/until';

const NAME = 'served';

/** A deployment on this machine with its controller and gateway, as a web process has them. */
export interface ServedDeployment {
  readonly bench: Workbench;
  readonly gateway: TestGateway;
  readonly name: string;
  /** Where callers reach it, without `/v1`. */
  readonly url: string;
  /** Wants another number of replicas, and waits until all of them are ready and no other one is left. */
  scale(replicas: number): Promise<void>;
  /** Deletes the deployment and ends everything. @returns processes that were left */
  close(): Promise<number>;
}

/**
 * Deploys replicas that repeat what they are asked.
 * @param timings those that differ from a server's
 */
export async function serveDeployment(
  database: { readonly sql: Sql; readonly close: () => Promise<void> },
  { replicas, timings = {} }: { readonly replicas: number; readonly timings?: Partial<Timings> },
): Promise<ServedDeployment> {
  const { sql } = database;
  const bench = await openWorkbench(database);
  const server = await bench.open({
    inFlight: (replicaId) => requestsAtReplica(sql, replicaId),
    timings: { ...TIMINGS, ...timings },
  });
  const gateway = await serveGateway(sql);
  const { unlisten } = await sql.listen('deployments', () => server.wake());
  await create(server, NAME, { replicas });
  await bench.untilStatus(NAME, 'active');
  return {
    ...{ bench, gateway, name: NAME, url: `${gateway.url}/deployments/${NAME}` },
    scale: (wanted) => scaleTo(bench, server, wanted),
    close: async () => {
      try {
        await until('no request in flight', () => inFlightAt(gateway) === 0);
        await server.registry.deleteAs(NAME, BY_PERSON);
        await bench.untilGone(NAME);
        return (await bench.processes()).length;
      } finally {
        await gateway.stop();
        await unlisten();
        await bench.close();
      }
    },
  };
}

function inFlightAt({ gateway }: TestGateway): number {
  return [...gateway.slots.values()].reduce((sum, { total, queued }) => sum + total + queued, 0);
}

async function scaleTo(bench: Workbench, server: ServerDeployments, replicas: number): Promise<void> {
  const { row } = await server.registry.scaleAs(NAME, replicas, BY_PERSON);
  await until(`${replicas} replicas`, async () => {
    const now = (await bench.stateOf(NAME))?.row;
    return now?.status === 'active' && now.observed >= row.generation;
  });
}
