import type { Sql } from 'postgres';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { Runtimes } from '../../adapters/runtimes';
import { commandOf } from '../../adapters/runtimes/command';
import { formatOf, weightsIn } from '../../adapters/runtimes/formats';
import type { Runtime } from '../../adapters/runtimes/runtime';
import { filesOfModel } from '../../store/models/model-files';
import { findModel } from '../../store/models/read-models';
import { releaseOf } from '../local/releases';
import { noModel, runtimeOf } from '../local/runtime-of';
import { type DeliveryOptions, deliveryOf } from './delivery';
import type { Manifest } from './manifests';
import { MODEL_FOLDER, PORT } from './paths';
import type { DeliveredModel, PodPlan } from './plan';
import { settingsOf } from './settings';

export interface PodPlanOptions extends DeliveryOptions {
  readonly sql: Sql;
  readonly runtimes: Runtimes;
}

/** The runtime of a deployment on a Kubernetes cluster: one with a container image. @throws ActionError */
export function runtimeInCluster(
  options: Pick<PodPlanOptions, 'sql' | 'runtimes' | 'settings'>,
  wanted: { readonly modelId: string; readonly runtime: string | undefined; readonly gpuCount: number },
) {
  const { sql, runtimes, settings } = options;
  const offer = {
    all: runtimes.all,
    isInstalled: ({ name }: Runtime) => settings.images[name] !== undefined,
    howToInstall: ({ name, title }: Runtime) =>
      `Set a container image for ${title} in KUBERNETES_FILE: images.${name}.`,
  };
  return runtimeOf({ sql, runtimes: offer }, wanted);
}

/** How the pods of a deployment are started. @throws ActionError when the runtime or model cannot be used there */
export async function podPlanOf(options: PodPlanOptions, wanted: WantedDeployment): Promise<PodPlan> {
  const { sql, settings } = options;
  const { modelId, resources } = wanted;
  const { runtime } = await runtimeInCluster(options, {
    ...{ modelId, runtime: wanted.runtime },
    gpuCount: resources.gpu_count,
  });
  const model = await findModel(sql, modelId);
  if (!model) throw noModel(modelId, model);
  const delivered = { model, files: await filesOfModel(sql, modelId) };
  const cluster = settingsOf(settings, wanted.clusterId);
  return {
    ...commandIn(options, runtime, wanted, delivered),
    healthPath: runtime.healthPath,
    readyTimeoutSeconds: runtime.readyTimeoutSeconds,
    ...(await deliveryOf(options, wanted.clusterId, delivered)),
    pod: {
      ...(Object.keys(cluster.node_selector).length > 0 && { nodeSelector: cluster.node_selector }),
      ...(cluster.image_pull_secrets.length > 0 && { imagePullSecrets: cluster.image_pull_secrets }),
    },
  };
}

/** Secret files of the release that serves until the new one is ready; undefined when it downloads nothing. */
export async function earlierFilesOf(
  options: PodPlanOptions,
  wanted: WantedDeployment,
): Promise<Manifest['earlier']> {
  const { sql } = options;
  const release = wanted.previous?.release;
  const earlier = release === undefined ? undefined : releaseOf(wanted, release);
  const model = earlier && (await findModel(sql, earlier.modelId));
  if (!earlier || !model) return undefined;
  const delivered = { model, files: await filesOfModel(sql, earlier.modelId) };
  const { download } = await deliveryOf(options, wanted.clusterId, delivered);
  return download && { release: earlier.release, files: download.files };
}

function commandIn(
  { settings }: PodPlanOptions,
  runtime: Runtime,
  { name, resources }: WantedDeployment,
  { files }: DeliveredModel,
): Pick<PodPlan, 'image' | 'command' | 'env'> {
  const set = settings.images[runtime.name];
  const program = set && 'program' in set ? set.program : undefined;
  const paths = files.map(({ path }) => path);
  const [weights = ''] = weightsIn(formatOf(paths) ?? 'gguf', paths);
  // The device plugin of the node assigns GPUs, whose indices are known only in the pod.
  const env = Object.fromEntries(
    Object.entries(runtime.env).filter(([, value]) => !value.includes('{{gpu_ids}}')),
  );
  const command = commandOf(
    { ...runtime, env },
    {
      modelPath: runtime.modelPath === 'folder' ? MODEL_FOLDER : `${MODEL_FOLDER}/${weights}`,
      host: '0.0.0.0',
      port: PORT,
      name,
      threads: Math.max(1, Math.floor(resources.cpu_cores ?? 1)),
      gpus: Array.from({ length: resources.gpu_count }, (_, index) => index),
    },
    {},
  );
  const variables = Object.entries<string>(command.env).map(([key, value]) => ({ name: key, value }));
  return { image: set?.image ?? '', command: [program ?? command.file, ...command.args], env: variables };
}
