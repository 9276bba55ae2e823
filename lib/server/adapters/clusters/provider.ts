import type { Failure } from '@/engine';
import type { AutoScaling, DeploymentStatus } from '@/engine/deployments';
import type { ClusterHealth } from '@/engine/ports';

/** The operations of a provider on a cluster. */
export interface ClusterProvider {
  /**
   * Reads the state of the cluster from its machines. A cluster that does not respond is a result with an issue.
   * @throws ActionError `timeout`, `rejected` (credentials or address refused), `connection_error` (its certificate cannot be
   * verified) or the signal's own reason
   */
  health(signal: AbortSignal): Promise<ClusterHealth>;
}

/** What a deployment should be. */
export interface WantedDeployment {
  readonly id: string;
  readonly name: string;
  readonly modelId: string;
  readonly clusterId: string;
  /** Name of a runtime, or `external`. */
  readonly runtime: string;
  /** Base URL of an external server. */
  readonly externalUrl: string | null;
  readonly replicas: number;
  readonly resources: {
    readonly cpu_cores?: number | undefined;
    readonly memory_gb?: number | undefined;
    readonly gpu_count: number;
  };
  readonly autoScaling: AutoScaling | null;
  /** As it was last written. */
  readonly status: DeploymentStatus;
  /** Increases with each change of what is wanted. */
  readonly generation: number;
  /** More than 0 when all its replicas were ready once. */
  readonly observed: number;
  /** Number of the release that its replicas should have. */
  readonly release: number;
  /** The release that serves until the new one is ready: its replicas are replaced, and stay when the new one fails. */
  readonly previous:
    | (Pick<WantedDeployment, 'release' | 'modelId' | 'runtime' | 'replicas' | 'resources'> & object)
    | null;
}

/** What a deployment is. */
export interface SeenDeployment {
  /** Replicas that answer requests. */
  readonly ready: number;
  /** Replicas of which anything exists. */
  readonly total: number;
  /** Replicas of earlier releases that are still to be replaced. @default 0 */
  readonly outdated?: number;
  /** What it waits for, as a sentence. */
  readonly waiting?: string;
  /** Why it was given up. */
  readonly failure?: Failure;
  /** The number of replicas that the cluster chose, where it owns the number. */
  readonly scaledTo?: number;
}

/** What runs deployments. Each call is a step towards what is wanted, and does not wait for its end. */
export interface DeploymentProvider {
  /**
   * Creates what is missing, scales, and ends what is too much.
   * @returns undefined while nothing was seen since the last change of what is wanted
   * @throws ActionError when it cannot be given at all
   */
  ensure(wanted: WantedDeployment): Promise<SeenDeployment | undefined>;
  /** Ends what there is. @returns whether nothing is left */
  remove(wanted: WantedDeployment): Promise<boolean>;
}
