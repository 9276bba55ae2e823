import type { Sql } from 'postgres';
import { toFailure } from '@/engine';
import { KubernetesApi } from '../../adapters/clusters/kubernetes/api';
import { deadlineOf } from '../../deadline';
import { clustersOfDeleted, deletedAmong } from '../../store/deployments/deleted-deployments';
import type { AutoscalingVersions } from './autoscaling-versions';
import { DEPLOYMENT_LABEL, INSTALLATION_LABEL } from './names';
import { objectListSchema } from './objects';
import { collectionsOf } from './paths';
import type { PlaceOptions } from './place';
import { settingsOf } from './settings';

/** Timeout for one cluster, in ms. */
const CLUSTER_MS = 30_000;

export interface SweepOptions extends PlaceOptions {
  readonly sql: Sql;
  readonly versions: AutoscalingVersions;
  /** Whether this process still manages the deployments. */
  readonly isLeader: () => boolean;
  readonly report: (error: unknown, what: string) => void;
  /** The last error of each cluster, so that a repeated one is reported once. */
  readonly problems: Map<string, string>;
  readonly signal: AbortSignal;
}

/**
 * Deletes the objects of deleted deployments: a process that was suspended can have created one after the deletion.
 * Objects of other installations, and of deployments that are unknown here, stay.
 */
export async function sweepClusters(options: SweepOptions): Promise<void> {
  const clusterIds = await clustersOfDeleted(options.sql);
  for (const clusterId of clusterIds) {
    await sweepCluster(options, clusterId).then(
      () => options.problems.delete(clusterId),
      (error: unknown) => note(options, clusterId, error),
    );
  }
}

function note({ signal, problems, report }: SweepOptions, clusterId: string, error: unknown): void {
  const { message } = toFailure(error);
  if (signal.aborted || problems.get(clusterId) === message) return;
  problems.set(clusterId, message);
  report(error, `Objects of deleted deployments on the cluster ${clusterId} could not be deleted`);
}

async function sweepCluster(options: SweepOptions, clusterId: string): Promise<void> {
  const opened = await options.open(clusterId);
  if (!opened) return;
  const deadline = deadlineOf(options.signal, CLUSTER_MS);
  const api = new KubernetesApi(opened.connection, options.requests, deadline.signal);
  await sweepNamespace(options, clusterId, api).finally(deadline.done);
}

async function sweepNamespace(options: SweepOptions, clusterId: string, api: KubernetesApi): Promise<void> {
  const { sql, requests, settings, versions, isLeader } = options;
  const { namespace } = settingsOf(settings, clusterId);
  const version = await versions.of(clusterId, api);
  const labelSelector = `${INSTALLATION_LABEL}=${requests.mark()}`;
  for (const collection of collectionsOf(namespace, version)) {
    const objects = await api.list(collection, objectListSchema, { labelSelector, limit: '500' });
    const idOf = ({ metadata }: (typeof objects)[number]) => metadata.labels[DEPLOYMENT_LABEL] ?? '';
    const deleted = new Set(await deletedAmong(sql, clusterId, objects.map(idOf)));
    for (const object of objects.filter((one) => deleted.has(idOf(one)))) {
      if (!isLeader()) return;
      await api.remove(`${collection}/${object.metadata.name}`);
    }
  }
}
