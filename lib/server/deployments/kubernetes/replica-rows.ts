import type { SeenReplica } from '../../store/deployments/sync-replicas';
import { hashOf } from './names';
import type { PodState } from './pods';

/** Shown for a pod that is not scheduled to a node. */
const NO_NODE = 'not scheduled';

/**
 * The rows of pods. The id of a row is derived from the pod, so that every process finds the same row.
 * @param url base URL of the service, which all pods share
 * @param notes messages by pod name
 */
export function rowsOfPods(
  states: readonly PodState[],
  url: string,
  notes: ReadonlyMap<string, string>,
): SeenReplica[] {
  return states.map(({ pod, release, state, restarts, problem }) => {
    const { uid, name, creationTimestamp } = pod.metadata;
    const ready = pod.status.conditions.find(({ type }) => type === 'Ready');
    const readyAt = state === 'ready' ? (ready?.lastTransitionTime ?? null) : null;
    return {
      id: `rep_${hashOf(`${uid}/${name}`).slice(0, 32)}`,
      ...{ state, release },
      node: pod.spec.nodeName ?? NO_NODE,
      url,
      restarts,
      message: notes.get(name) ?? problem,
      createdAt: instantOf(creationTimestamp ?? new Date(0).toISOString()),
      readyAt: readyAt && instantOf(readyAt),
    };
  });
}

/** A timestamp of the cluster in the format of the database. */
function instantOf(time: string): string {
  return new Date(time).toISOString();
}
