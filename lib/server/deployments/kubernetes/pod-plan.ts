import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { Runtimes } from '../../adapters/runtimes';
import { commandOf } from '../../adapters/runtimes/command';
import { formatOf, weightsIn } from '../../adapters/runtimes/formats';
import type { Runtime } from '../../adapters/runtimes/runtime';
import { filesOfModel } from '../../store/models/model-files';
import { findModel } from '../../store/models/read-models';
import { releaseOf } from '../local/releases';
import { noModel, runtimeOf } from '../local/runtime-of';
import { curlConfig, sha256sums } from './curl-config';
import type { Manifest } from './manifests';
import { remoteFiles } from './model-origin';
import { MODEL_FOLDER, PORT } from './paths';
import type { DeliveredModel, PodPlan } from './plan';
import { type ClusterSettings, type KubernetesSettings, settingsOf } from './settings';

export interface PodPlanOptions {
  readonly sql: Sql;
  readonly runtimes: Runtimes;
  readonly settings: KubernetesSettings;
  /** Base URL of the model hub. */
  readonly hubEndpoint: URL;
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
    ...deliveryOf(options, wanted, delivered, cluster),
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
  const { sql, settings } = options;
  const release = wanted.previous?.release;
  const earlier = release === undefined ? undefined : releaseOf(wanted, release);
  const model = earlier && (await findModel(sql, earlier.modelId));
  if (!earlier || !model) return undefined;
  const delivered = { model, files: await filesOfModel(sql, earlier.modelId) };
  const { download } = deliveryOf(options, earlier, delivered, settingsOf(settings, wanted.clusterId));
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

function deliveryOf(
  options: PodPlanOptions,
  wanted: WantedDeployment,
  delivered: DeliveredModel,
  cluster: ClusterSettings,
): Pick<PodPlan, 'claim' | 'subPath' | 'download'> {
  const { models } = cluster;
  if (models.from === 'volume') {
    const { id, name } = delivered.model;
    const subPath = models.path.replaceAll('{{model_id}}', id).replaceAll('{{model_name}}', name);
    return { claim: models.claim, subPath: insideOf(subPath), download: undefined };
  }
  const image = options.settings.download_image;
  if (image === undefined) {
    throw new ActionError(
      'rejected',
      `Pods of the cluster ${wanted.clusterId} download the model, and no image for downloads is set. Set download_image in KUBERNETES_FILE, or a volume under clusters.${wanted.clusterId}.models.`,
      { code: 'no_model_delivery' },
    );
  }
  const files = remoteFiles(delivered, options.hubEndpoint);
  return {
    claim: undefined,
    subPath: undefined,
    download: {
      image,
      files: { 'curl.conf': curlConfig(files), sha256sums: sha256sums(files) },
    },
  };
}

/** A relative path in a volume. @throws ActionError when the name of a model would lead outside */
function insideOf(path: string): string {
  if (!path.split('/').includes('..') && !path.startsWith('/')) return path;
  throw new ActionError(
    'rejected',
    `The folder ${JSON.stringify(path)} is outside of the volume. Rename the model.`,
    {
      code: 'no_model_delivery',
    },
  );
}
