import type { ReplicaCommand } from '../../adapters/runtimes/command';
import type { ReplicaProcess } from './replica-process';

/** What the processes of a deployment's replicas are. */
export interface ReplicaPlan {
  /** @throws ActionError when the values cannot be given to the program */
  command(values: { readonly port: number; readonly gpus: readonly number[] }): ReplicaCommand;
  readonly cwd: string;
  readonly healthPath: string;
  readonly readyTimeoutMs: number;
  /** Above this a replica is restarted, in bytes. @default no limit */
  readonly memoryBytes: number | undefined;
}

/** A process that runs already, and where it answers. */
export interface RunningReplica {
  readonly process: ReplicaProcess;
  readonly url: string;
  readonly isReady: boolean;
}
