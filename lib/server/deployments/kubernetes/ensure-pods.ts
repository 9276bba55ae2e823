import type { SeenDeployment, WantedDeployment } from '../../adapters/clusters/provider';
import type { SeenReplica } from '../../store/deployments/sync-replicas';
import type { Timings } from '../timings';
import { replicaPodListSchema } from './objects';
import type { Place } from './place';
import { lastLines } from './pod-logs';
import { earlierFilesOf, type PodPlanOptions, podPlanOf } from './pod-plan';
import { failureOf, type PodState, replicaFailure, stateOf } from './pods';
import { type Reconciled, reconcile, refusedPods, stuckReason } from './reconcile';
import { rowsOfPods } from './replica-rows';

export interface EnsureOptions extends PodPlanOptions {
  readonly timings: Timings;
  /** Id of the installation. */
  readonly installation: string;
  readonly autoscaling: () => Promise<string | undefined>;
}

/** The observed pods of a deployment, and its replicas. */
export interface SeenPods {
  readonly seen: SeenDeployment;
  readonly rows: readonly SeenReplica[];
}

/** Brings the objects of a deployment to their desired state, and reads its pods. @throws ActionError */
export async function ensurePods(
  options: EnsureOptions,
  { api, paths, url }: Place,
  wanted: WantedDeployment,
): Promise<SeenPods> {
  const plan = await podPlanOf(options, wanted);
  const drainSeconds = Math.ceil(options.timings.drainMs / 1000);
  const earlier = await earlierFilesOf(options, wanted);
  const { installation } = options;
  const manifest = { wanted, installation, plan, earlier, drainSeconds };
  const done = await reconcile({ api, paths, manifest, autoscaling: options.autoscaling });
  const states = await podsOf({ api, paths });
  const logOf = (state: PodState) => lastLines(api, paths, state);
  const failure = await failureIn(wanted, done, states, logOf);
  const notes = new Map<string, string>();
  for (const state of states.filter(({ problem, restarts }) => problem !== null && restarts > 0)) {
    notes.set(state.pod.metadata.name, `${state.problem}\n${await logOf(state)}`.trim());
  }
  const rows = rowsOfPods(states, url, notes);
  return { seen: { ...seenIn(wanted, done, states), ...(failure && { failure }) }, rows };
}

/** The pods of a deployment. */
export async function podsOf({ api, paths }: Pick<Place, 'api' | 'paths'>): Promise<PodState[]> {
  const { items } = await api.read(paths.pods, replicaPodListSchema);
  return items.map(stateOf);
}

/**
 * The first release fails only before any of its replicas was ready; afterwards the cluster restarts its pods. A later
 * release fails with any of its replicas, because the earlier one still serves.
 */
async function failureIn(
  { observed, previous, release }: WantedDeployment,
  { deployment }: Reconciled,
  all: readonly PodState[],
  logOf: (state: PodState) => Promise<string>,
) {
  const states = all.filter((state) => state.release === release);
  if (previous === null && (observed > 0 || states.some(({ state }) => state === 'ready'))) return undefined;
  const failure = await failureOf(states, logOf);
  if (failure) return failure;
  const stuck = stuckReason(deployment);
  if (stuck === undefined) return undefined;
  const troubled = states.find(({ problem }) => problem !== null);
  const log = troubled ? await logOf(troubled) : '';
  const why = [stuck, troubled?.problem ?? '', log === '' ? '' : `Its last output:\n${log}`];
  return replicaFailure(`No replica became ready. ${why.filter((part) => part !== '').join(' ')}`);
}

function seenIn(wanted: WantedDeployment, done: Reconciled, states: readonly PodState[]): SeenDeployment {
  const { deployment, isScaledByCluster, note } = done;
  const { replicas } = deployment.spec;
  const waiting = refusedPods(deployment) ?? states.find(({ problem }) => problem !== null)?.problem ?? note;
  return {
    ready: states.filter(({ state }) => state === 'ready').length,
    total: states.length,
    outdated: states.filter(({ release }) => release !== wanted.release).length,
    ...(waiting !== undefined && { waiting }),
    ...(isScaledByCluster && replicas > 0 && replicas !== wanted.replicas && { scaledTo: replicas }),
  };
}
