import { mkdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { Runtimes } from '../../adapters/runtimes';
import { commandOf } from '../../adapters/runtimes/command';
import { formatOf, weightsIn } from '../../adapters/runtimes/formats';
import type { Runtime } from '../../adapters/runtimes/runtime';
import { threadsOf } from '../../adapters/runtimes/threads';
import type { ReplicaChecks, ReplicaPlan } from './replica-plan';
import { runtimeOf } from './runtime-of';

const GB = 1_000_000_000;

export interface PlanOptions {
  readonly sql: Sql;
  readonly runtimes: Runtimes;
  /** Path of a file of a model on this machine, downloaded if necessary. */
  readonly localPath: (sha256: string) => Promise<string>;
  /** Folder for the files of deployments. */
  readonly folder: string;
  /** Replicas on this machine, of all deployments. */
  readonly replicas: () => number;
}

/**
 * How to check replicas of a deployment. Needs no files. @throws ActionError when the deployment cannot run on this
 * machine
 */
export async function checksOf(options: PlanOptions, wanted: WantedDeployment): Promise<ReplicaChecks> {
  const { runtime } = await runtimeFor(options, wanted);
  return checksBy(runtime, wanted);
}

/**
 * How to start replicas of a deployment. A folder of links gives the files of its model their names. @throws
 * ActionError
 */
export async function planOf(options: PlanOptions, wanted: WantedDeployment): Promise<ReplicaPlan> {
  const { resources, name } = wanted;
  const { runtime, files } = await runtimeFor(options, wanted);
  const cwd = join(options.folder, wanted.id);
  const modelFolder = join(cwd, wanted.release === 1 ? 'model' : `model-${wanted.release}`);
  await linkFiles(modelFolder, files, options.localPath);
  const paths = files.map(({ path }) => path);
  const [weights = ''] = weightsIn(formatOf(paths) ?? 'gguf', paths);
  const modelPath = runtime.modelPath === 'folder' ? modelFolder : join(modelFolder, weights);
  const { cpu_cores: cpuCores } = resources;
  return {
    ...checksBy(runtime, wanted),
    cwd,
    command: (given) => {
      const threads = threadsOf({ cpuCores, replicas: options.replicas(), cores: os.availableParallelism() });
      return commandOf(runtime, { ...given, modelPath, name, threads }, options.runtimes.environment);
    },
  };
}

function runtimeFor(options: PlanOptions, { modelId, runtime, resources }: WantedDeployment) {
  return runtimeOf(options, { modelId, runtime, gpuCount: resources.gpu_count });
}

function checksBy(runtime: Runtime, { resources: { memory_gb: memory } }: WantedDeployment): ReplicaChecks {
  return {
    healthPath: runtime.healthPath,
    readyTimeoutMs: runtime.readyTimeoutSeconds * 1000,
    fatalExitCodes: runtime.fatalExitCodes,
    memoryBytes: memory === undefined ? undefined : memory * GB,
  };
}

/** The names of files were checked when the model was added, so none leads outside the folder. */
async function linkFiles(
  folder: string,
  files: readonly { readonly path: string; readonly sha256: string }[],
  localPath: (sha256: string) => Promise<string>,
): Promise<void> {
  await rm(/* turbopackIgnore: true */ folder, { recursive: true, force: true });
  for (const { path, sha256 } of files) {
    const link = join(folder, path);
    const target = await localPath(sha256);
    await mkdir(dirname(link), { recursive: true, mode: 0o700 });
    await symlink(target, /* turbopackIgnore: true */ link);
  }
}

/** The waiting reason when files cannot be written, such as on a full disk. @throws any other error */
export function notWritten(error: unknown): string {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return `The files of a replica cannot be written: ${error.message}. Check the disk and the permissions of the data folder.`;
}
