import type { AutoScaling } from '@/engine/deployments';

/** Deviations from the target below this share do not scale. */
const TOLERANCE = 0.1;

/** The load of the ready replicas of a deployment. */
export interface ReplicaLoads {
  /** Replicas that were measured. */
  readonly replicas: number;
  /** Average in percent of the limit of a replica; null when unknown. */
  readonly cpu: number | null;
  readonly memory: number | null;
  /** Requests in flight and in queues. */
  readonly requests: number;
}

/** A number of replicas with the reason for it. */
export interface ScalingTarget {
  readonly replicas: number;
  readonly why: string;
}

/**
 * The number of replicas for a load, within the limits and at least 1. The metric that needs the most replicas decides.
 */
export function targetFor(rules: AutoScaling, current: number, loads: ReplicaLoads): ScalingTarget {
  const wanted = demands(rules, loads).reduce<ScalingTarget | undefined>(
    (most, one) => (most === undefined || one.replicas > most.replicas ? one : most),
    undefined,
  );
  const { replicas, why } = wanted ?? { replicas: current, why: 'no target was measured' };
  const most = rules.max_replicas;
  const fewest = Math.min(most, Math.max(1, rules.min_replicas));
  if (replicas > most) return { replicas: most, why: `${why}, max_replicas ${most}` };
  if (replicas < fewest) return { replicas: fewest, why: `${why}, min_replicas ${fewest}` };
  return { replicas, why };
}

function demands(rules: AutoScaling, { replicas, cpu, memory, requests }: ReplicaLoads): ScalingTarget[] {
  const { target_cpu, target_memory, target_ongoing_requests } = rules;
  return [
    ...share('CPU', cpu, target_cpu, replicas),
    ...share('memory', memory, target_memory, replicas),
    ...(target_ongoing_requests === undefined
      ? []
      : [
          {
            replicas: Math.ceil(requests / target_ongoing_requests),
            why: `${requests} ongoing requests, target ${target_ongoing_requests} per replica`,
          },
        ]),
  ];
}

function share(
  what: string,
  used: number | null,
  target: number | undefined,
  replicas: number,
): ScalingTarget[] {
  if (used === null || target === undefined) return [];
  const ratio = used / target;
  const wanted = Math.abs(ratio - 1) <= TOLERANCE ? replicas : Math.ceil(replicas * ratio);
  return [{ replicas: wanted, why: `${Math.round(used)} % ${what}, target ${target} %` }];
}

/** Delays scaling down until the load has been low for some time. Scaling up is immediate. */
export class SteadyScaling {
  readonly #downAfterMs: number;
  readonly #lowSince = new Map<string, number>();

  constructor(downAfterMs: number) {
    this.#downAfterMs = downAfterMs;
  }

  /** The number of replicas to scale to now; undefined for no change. Scales down by one replica. @param now in ms */
  next(id: string, current: number, target: ScalingTarget, now: number): ScalingTarget | undefined {
    if (target.replicas >= current) {
      this.#lowSince.delete(id);
      return target.replicas > current ? target : undefined;
    }
    const since = this.#lowSince.get(id) ?? now;
    this.#lowSince.set(id, since);
    if (now - since < this.#downAfterMs) return undefined;
    this.#lowSince.delete(id);
    return { ...target, replicas: current - 1 };
  }

  /** Discards the state of a deployment. */
  forget(id: string): void {
    this.#lowSince.delete(id);
  }
}
