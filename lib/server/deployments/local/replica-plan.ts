import type { ReplicaCommand, ReplicaValues } from '../../adapters/runtimes/command';
import type { ReplicaProcess } from './replica-process';

/** The processes of a deployment's replicas. */
export interface ReplicaPlan {
  /** @throws ActionError when the values cannot be passed to the program */
  command(values: Pick<ReplicaValues, 'port' | 'extraPorts' | 'gpus'>): ReplicaCommand;
  readonly cwd: string;
  readonly healthPath: string;
  readonly readyTimeoutMs: number;
  /** As `Runtime` has them. */
  readonly fatalExitCodes: readonly number[];
  /** Above this a replica is restarted, in bytes. @default no limit */
  readonly memoryBytes: number | undefined;
}

/** A process that runs already, and where it answers. */
export interface RunningReplica {
  readonly process: ReplicaProcess;
  readonly url: string;
  readonly isReady: boolean;
}
