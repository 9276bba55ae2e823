import { mkdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { Runtimes } from '../../adapters/runtimes';
import { commandOf } from '../../adapters/runtimes/command';
import { formatOf, weightsIn } from '../../adapters/runtimes/formats';
import { threadsOf } from '../../adapters/runtimes/threads';
import type { ReplicaPlan } from './replica-plan';
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
 * How to start replicas of a deployment. A folder of links gives the files of its model their names. @throws
 * ActionError
 */
export async function planOf(options: PlanOptions, wanted: WantedDeployment): Promise<ReplicaPlan> {
  const { resources, name } = wanted;
  const { runtime, files } = await runtimeOf(options, {
    modelId: wanted.modelId,
    runtime: wanted.runtime,
    gpuCount: resources.gpu_count,
  });
  const cwd = join(options.folder, wanted.id);
  const modelFolder = join(cwd, wanted.release === 1 ? 'model' : `model-${wanted.release}`);
  await linkFiles(modelFolder, files, options.localPath);
  const paths = files.map(({ path }) => path);
  const [weights = ''] = weightsIn(formatOf(paths) ?? 'gguf', paths);
  const modelPath = runtime.modelPath === 'folder' ? modelFolder : join(modelFolder, weights);
  const { memory_gb: memory, cpu_cores: cpuCores } = resources;
  return {
    cwd,
    healthPath: runtime.healthPath,
    readyTimeoutMs: runtime.readyTimeoutSeconds * 1000,
    fatalExitCodes: runtime.fatalExitCodes,
    memoryBytes: memory === undefined ? undefined : memory * GB,
    command: (given) => {
      const threads = threadsOf({ cpuCores, replicas: options.replicas(), cores: os.availableParallelism() });
      return commandOf(runtime, { ...given, modelPath, name, threads }, options.runtimes.environment);
    },
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
