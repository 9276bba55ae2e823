import type { ReplicaCommand, ReplicaValues } from '../../adapters/runtimes/command';
import type { ReplicaProcess } from './replica-process';

/** How the replicas of a deployment are monitored. */
export interface ReplicaChecks {
  readonly healthPath: string;
  readonly readyTimeoutMs: number;
  /** As in `Runtime`. */
  readonly fatalExitCodes: readonly number[];
  /** Memory above which a replica is restarted, in bytes. @default no limit */
  readonly memoryBytes: number | undefined;
}

/** How the replicas of a deployment are started and monitored. Their files are in place. */
export interface ReplicaPlan extends ReplicaChecks {
  /** @throws ActionError when the values cannot be passed to the program */
  command(values: Pick<ReplicaValues, 'port' | 'extraPorts' | 'gpus'>): ReplicaCommand;
  readonly cwd: string;
}

/** A running process and its base URL. */
export interface RunningReplica {
  readonly process: ReplicaProcess;
  readonly url: string;
  readonly isReady: boolean;
}
