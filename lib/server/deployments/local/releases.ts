import type { Failure } from '@/engine';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { LocalReplica } from './local-replica';

type Replica = Pick<LocalReplica, 'release' | 'state' | 'isStopping' | 'failure'>;

/** The next changes of the replicas of a deployment. */
export interface NextReplicas<R> {
  /** Why the new release failed. */
  readonly failed: Failure | undefined;
  readonly drained: readonly R[];
  /** Replicas to add. */
  readonly missing: number;
  /** Replicas of earlier releases that are not replaced yet. */
  readonly outdated: number;
}

/**
 * The next step of a rollout. A new release replaces the earlier one replica by replica: one replica more than desired
 * runs, and an old one is drained only when a new one is ready.
 */
export function nextReplicas<R extends Replica>(
  all: readonly R[],
  { replicas, release, previous }: Pick<WantedDeployment, 'replicas' | 'release' | 'previous'>,
): NextReplicas<R> {
  const live = all.filter(({ isStopping }) => !isStopping);
  const current = live.filter((replica) => replica.release === release);
  const old = live.filter((replica) => replica.release !== release);
  const failed = current.find(({ failure }) => failure !== undefined)?.failure;
  if (failed) return { failed, drained: previous ? current : live, missing: 0, outdated: old.length };
  const ready = current.filter(({ state }) => state === 'ready').length;
  const retired = surplus(old, Math.max(0, replicas - ready));
  const outdated = old.length - retired.length;
  const limit = outdated === 0 ? replicas : replicas + 1 - outdated;
  return {
    failed,
    drained: [...surplus(current, replicas), ...retired],
    missing: Math.max(0, Math.min(limit, replicas) - current.length),
    outdated,
  };
}

/** The replicas to remove: those that are not ready first, then the newest. */
function surplus<R extends Replica>(live: readonly R[], kept: number): R[] {
  const inOrder = [...live].sort((a, b) => Number(b.state === 'ready') - Number(a.state === 'ready'));
  return inOrder.slice(kept);
}

/** A release of a deployment, as a key. */
export function releaseKey({ id, release }: Pick<WantedDeployment, 'id' | 'release'>): string {
  return `${id}/${release}`;
}

/**
 * The deployment with the model and runtime of a release; undefined when the release is neither the current nor the
 * previous one.
 */
export function releaseOf(wanted: WantedDeployment, release: number): WantedDeployment | undefined {
  if (wanted.release === release) return wanted;
  return wanted.previous?.release === release ? { ...wanted, ...wanted.previous } : undefined;
}
