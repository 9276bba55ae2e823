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

/** The desired state of a deployment. */
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
  /** The last stored status. */
  readonly status: DeploymentStatus;
  /** Increases with each change of the desired state. */
  readonly generation: number;
  /** The last generation whose replicas were all ready; 0 when none was. */
  readonly observed: number;
  /** Number of the desired release. */
  readonly release: number;
  /** The release that serves until the new one is ready, and continues to serve when the new one fails. */
  readonly previous:
    | (Pick<WantedDeployment, 'release' | 'modelId' | 'runtime' | 'replicas' | 'resources'> & object)
    | null;
}

/** The observed state of a deployment. */
export interface SeenDeployment {
  /** Number of ready replicas. */
  readonly ready: number;
  /** Number of replicas in any state. */
  readonly total: number;
  /** Replicas of earlier releases that are still to be replaced. @default 0 */
  readonly outdated?: number;
  /** What the deployment is waiting for, as a sentence. */
  readonly waiting?: string;
  /** Why the deployment failed. */
  readonly failure?: Failure;
  /** The number of replicas that the cluster chose, if it owns the number. */
  readonly scaledTo?: number;
}

/** Runs deployments. Each call is one step towards the desired state and does not wait for the result. */
export interface DeploymentProvider {
  /**
   * Creates missing replicas and ends surplus ones.
   * @returns undefined until the deployment was observed after the last change of its desired state
   * @throws ActionError when the provider cannot run the deployment
   */
  ensure(wanted: WantedDeployment): Promise<SeenDeployment | undefined>;
  /** Removes the deployment. @returns whether the removal is complete */
  remove(wanted: WantedDeployment): Promise<boolean>;
}
