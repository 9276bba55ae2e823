import type { SeenReplica } from '../../store/deployments/sync-replicas';
import { hashOf } from './names';
import type { PodState } from './pods';

/** Shown where no node has the pod yet. */
const NO_NODE = 'not scheduled';

/**
 * The rows of pods. An id follows from that of the pod, so that every process finds the same row.
 * @param url base URL of the service, which all pods share
 * @param notes what to show with a pod, by its name
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

/** A time of the cluster in the notation of the database. */
function instantOf(time: string): string {
  return new Date(time).toISOString();
}
