import { ActionError, type Failure, toFailure } from '@/engine';
import type { ReplicaInfo } from '@/lib/contracts/deployments';
import { MAX_FAILURES } from '../timings';
import { RELEASE_LABEL } from './names';
import type { ContainerState, ReplicaPod } from './objects';

/** Waiting reasons that are permanent. */
const FINAL = new Set(['InvalidImageName', 'CreateContainerConfigError']);
/** Waiting reasons of a normal start. */
const ORDINARY = new Set(['', 'ContainerCreating', 'PodInitializing']);

/** The state of a pod as a replica. */
export interface PodState {
  readonly pod: ReplicaPod;
  /** Release number. */
  readonly release: number;
  readonly state: ReplicaInfo['state'];
  readonly restarts: number;
  /** Why the pod is not ready, as a sentence; null without a problem. */
  readonly problem: string | null;
  /** The container that terminated or is waiting. */
  readonly container: ContainerState | undefined;
}

/** Reads the state of a pod. */
export function stateOf(pod: ReplicaPod): PodState {
  const { status, metadata } = pod;
  const all = [...status.initContainerStatuses, ...status.containerStatuses];
  const restarts = all.reduce((sum, one) => sum + one.restartCount, 0);
  const container = all.find(isTroubled);
  const release = Number(metadata.labels[RELEASE_LABEL] ?? 1);
  const made = (state: PodState['state'], problem: string | null) => ({
    ...{ pod, release, state, restarts, problem, container },
  });
  if (metadata.deletionTimestamp !== undefined) return made('draining', null);
  if (conditionOf(pod, 'Ready')?.status === 'True') return made('ready', null);
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (scheduled?.status === 'False')
    return made('pending', `The pod cannot be scheduled: ${scheduled.message}`);
  if (status.phase === 'Failed')
    return made('failed', `The pod failed. ${status.reason} ${status.message}`.trim());
  const problem = container ? problemOf(container) : null;
  return made(restarts > 0 ? 'restarting' : 'starting', problem);
}

function conditionOf({ status }: ReplicaPod, type: string) {
  return status.conditions.find((condition) => condition.type === type);
}

function isTroubled({ ready, restartCount, state, lastState }: ContainerState): boolean {
  if (ready) return false;
  const hasEnded = (state.terminated ?? lastState.terminated)?.exitCode;
  return (
    restartCount > 0 ||
    (hasEnded !== undefined && hasEnded !== 0) ||
    !ORDINARY.has(state.waiting?.reason ?? '')
  );
}

function problemOf({ name, state, lastState }: ContainerState): string {
  const { reason = '', message = '' } = state.waiting ?? {};
  const ended = state.terminated ?? lastState.terminated;
  if (ended) {
    const how = ended.reason === '' || ended.reason === 'Error' ? '' : ` (${ended.reason})`;
    return `The container ${name} exited with code ${ended.exitCode}${how}.`;
  }
  return reason === ''
    ? `The container ${name} is not ready.`
    : `The container ${name} is waiting: ${reason}. ${message}`.trim();
}

/**
 * Why a deployment without any replica that was ever ready has failed; undefined while one may become ready.
 * @param logOf reads the last log lines of a container
 */
export async function failureOf(
  states: readonly PodState[],
  logOf: (state: PodState) => Promise<string>,
): Promise<Failure | undefined> {
  const hopeless = states.find(isHopeless);
  if (!hopeless) return undefined;
  const times = hopeless.restarts > 1 ? ` after ${hopeless.restarts} attempts` : '';
  const log = await logOf(hopeless);
  const output = log === '' ? '' : ` Its last output:\n${log}`;
  return replicaFailure(`No replica became ready${times}. ${hopeless.problem ?? ''}${output}`);
}

function isHopeless({ restarts, state, container }: PodState): boolean {
  if (state === 'ready' || state === 'draining') return false;
  return restarts > MAX_FAILURES || FINAL.has(container?.state.waiting?.reason ?? '');
}

/** The failure of a deployment whose replicas do not become ready. */
export function replicaFailure(message: string): Failure {
  return toFailure(new ActionError('rejected', message, { code: 'replica_failed' }));
}
