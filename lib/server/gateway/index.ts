import type { Sql } from 'postgres';
import type { Dialer } from '../adapters/egress';
import { newId } from '../ids';
import type { Metric } from '../prometheus';
import { readRoutes } from '../store/deployment-routes';
import type { ReplicaLoad } from '../store/gateway-loads';
import type { ClusterAccessOf } from './cluster-access';
import { Connections } from './connect';
import { Directory } from './directory';
import { Gateway } from './gateway';
import { Limiter } from './limit/limiter';
import { Meter } from './meter/meter';
import { gatewayMetrics } from './meter/prometheus';
import { SLOT_LIMITS, type SlotLimits } from './slots';
import { Upkeep } from './upkeep';

/** Longest wait for responses in flight when the process ends, in ms. */
const CLOSE_MS = 5000;

export interface GatewayParts {
  readonly sql: Sql;
  /** For external servers and clusters. */
  readonly dialer: Dialer;
  /** Credentials of clusters. @default no clusters */
  readonly accessOf?: ClusterAccessOf;
  readonly mark: () => string;
  readonly isKeyRequired: boolean;
  readonly now: () => Date;
  readonly report: (error: unknown, what: string) => void;
  /** @default `SLOT_LIMITS` */
  readonly slotLimits?: SlotLimits;
  /** @default limits in the database */
  readonly limiter?: Limiter;
}

/** The gateway of a process. */
export interface OpenGateway {
  readonly gateway: Gateway;
  /** Marks routes as stale after a change of a deployment, replica, limit or key. */
  changed(): void;
  metrics(): Metric[];
  /** Writes the measurements immediately. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the gateway of a process. */
export function openGateway({ sql, dialer, accessOf, ...parts }: GatewayParts): OpenGateway {
  const { report, now, slotLimits = SLOT_LIMITS, limiter = Limiter.over(sql) } = parts;
  const meter = new Meter(now);
  const connections = new Connections(dialer, accessOf);
  const directory = new Directory({
    read: () => readRoutes(sql),
    onRead: () => {
      gateway.replicasChanged();
      limiter.retain((id) => directory.last(id) !== undefined);
      meter.retain((id) => directory.last(id) !== undefined);
    },
  });
  const onKeyUsed = (keyId: string) => upkeep.used(keyId);
  const gateway = new Gateway({ ...parts, slotLimits, directory, limiter, connections, meter, onKeyUsed });
  const upkeep = new Upkeep({
    ...{ sql, meter, report },
    gatewayId: newId('gateway'),
    loads: () => loadsOf(gateway),
    onTick: () => {
      // Waiting requests need new replicas even when a notification was lost.
      if ([...gateway.slots.values()].some(({ queued }) => queued > 0)) void directory.renew();
    },
  });
  return {
    gateway,
    changed: () => {
      directory.invalidate();
      if (gateway.slots.size > 0) void directory.renew();
    },
    metrics: () => gatewayMetrics(meter, gateway.slots),
    write: () => upkeep.write(),
    close: async () => {
      await gateway.close(CLOSE_MS);
      connections.close();
      await upkeep.stop();
    },
  };
}

function loadsOf(gateway: Gateway): ReplicaLoad[] {
  return [...gateway.slots.values()].flatMap(({ inFlight, queued }) =>
    [...inFlight].map(([replicaId, count], index) => ({
      replicaId,
      inFlight: count,
      queued: index === 0 ? queued : 0,
    })),
  );
}
