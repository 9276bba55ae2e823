import { ActionError } from '@/engine';
import { curlConfig, sha256sums } from './curl-config';
import { type ModelOrigins, remoteFiles } from './model-origin';
import type { DeliveredModel, PodPlan } from './plan';
import { type KubernetesSettings, settingsOf } from './settings';

export interface DeliveryOptions {
  readonly settings: KubernetesSettings;
  readonly origins: ModelOrigins;
}

/** How the model reaches the pods of a cluster. @throws ActionError when it cannot */
export async function deliveryOf(
  { settings, origins }: DeliveryOptions,
  clusterId: string,
  delivered: DeliveredModel,
): Promise<Pick<PodPlan, 'claim' | 'subPath' | 'download'>> {
  const { models } = settingsOf(settings, clusterId);
  if (models.from === 'volume') {
    const { id, name } = delivered.model;
    const subPath = models.path.replaceAll('{{model_id}}', id).replaceAll('{{model_name}}', name);
    return { claim: models.claim, subPath: insideOf(subPath), download: undefined };
  }
  const image = settings.download_image;
  if (image === undefined) {
    throw new ActionError(
      'rejected',
      `Pods of the cluster ${clusterId} download the model, and no image for downloads is set. Set download_image in KUBERNETES_FILE, or a volume under clusters.${clusterId}.models.`,
      { code: 'no_model_delivery' },
    );
  }
  const files = await remoteFiles(origins, delivered, models.secrets);
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
