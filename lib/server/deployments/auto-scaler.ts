import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { autoScaleDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow, ReplicaRow } from '../store/deployments/deployment-row';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { replicasOf } from '../store/deployments/read-deployments';
import { type ReplicaLoads, type ScalingTarget, SteadyScaling, targetFor } from './auto-scaling';
import { readCapacity, requireCapacity } from './capacity';
import { clusterScaling } from './kubernetes/autoscaling';
import type { Timings } from './timings';
import { UsageMeter } from './usage-meter';

const GB = 1_000_000_000;

export interface AutoScalerOptions {
  readonly sql: Sql;
  readonly clusters: Clusters;
  readonly timings: Timings;
  /** Requests of a deployment in flight and in queues, over all gateways. */
  readonly requests: (deploymentId: string) => Promise<number>;
}

/** Scales deployments with `auto_scaling` by their load. */
export class AutoScaler {
  readonly #options: AutoScalerOptions;
  readonly #steady: SteadyScaling;
  readonly #usage = new UsageMeter();
  readonly #measuredAt = new Map<string, number>();

  constructor(options: AutoScalerOptions) {
    this.#options = options;
    this.#steady = new SteadyScaling(options.timings.scaleDownAfterMs);
  }

  /** Measures a deployment when it is due, and scales it. @returns whether the number of replicas changed */
  async scale(row: DeploymentRow): Promise<boolean> {
    const { id, autoScaling, observed, generation, replicas, clusterId } = row;
    const isElsewhere = clusterId !== LOCAL_CLUSTER && clusterScaling(autoScaling) !== undefined;
    if (!autoScaling?.enabled || observed < generation || isElsewhere) {
      this.#steady.forget(id);
      return false;
    }
    const now = performance.now();
    const last = this.#measuredAt.get(id) ?? Number.NEGATIVE_INFINITY;
    if (now - last < this.#options.timings.scaleEveryMs) return false;
    this.#measuredAt.set(id, now);
    const loads = await this.#loadsOf(row);
    const next = this.#steady.next(id, replicas, targetFor(autoScaling, replicas, loads), now);
    return next ? this.#write(row, next) : false;
  }

  async #loadsOf({ id, resources }: DeploymentRow): Promise<ReplicaLoads> {
    const { sql, requests } = this.#options;
    const ready = (await replicasOf(sql, [id])).filter(({ state }) => state === 'ready');
    const used = await Promise.all(ready.map((replica) => this.#usageOf(replica)));
    const cores = average(used.map(({ cpu }) => cpu));
    const bytes = average(used.map(({ memory_bytes }) => memory_bytes));
    const { cpu_cores = 1, memory_gb } = resources;
    return {
      replicas: ready.length,
      cpu: cores === null ? null : (cores / cpu_cores) * 100,
      memory: bytes === null || memory_gb === undefined ? null : (bytes / (memory_gb * GB)) * 100,
      requests: await requests(id),
    };
  }

  async #usageOf({ pid, pidStarted }: ReplicaRow) {
    if (pid === null) return { cpu: null, memory_bytes: null };
    return this.#usage.read(`${pid}/${pidStarted}`, pid);
  }

  async #write(row: DeploymentRow, { replicas, why }: ScalingTarget): Promise<boolean> {
    const { sql, clusters } = this.#options;
    try {
      const capacity = await readCapacity(clusters, row.clusterId);
      return await lockDeployments(sql, async (tx) => {
        if (replicas > row.replicas) await requireCapacity(tx, { ...row, replicas }, capacity, row.replicas);
        return autoScaleDeployment(tx, row, replicas, why);
      });
    } catch (error) {
      // The cluster has no free capacity or is unreachable: the number of replicas stays.
      if (error instanceof ActionError) return false;
      throw error;
    }
  }
}

/** Null without values, or when one of them is unknown. */
function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
