import { ActionError } from '@/engine';
import type { RemoteFile } from './curl-config';
import type { DeliveredModel } from './plan';

/** The files of a model at its source, for pods to download. @throws ActionError for a source that needs credentials */
export function remoteFiles({ model, files }: DeliveredModel, hubEndpoint: URL): readonly RemoteFile[] {
  const { source, uri, revision, name, request } = model;
  if (request?.secret != null) throw notFetchable(name, 'its source needs a secret');
  if (source === 'url') return files.map(({ path, sha256 }) => ({ url: uri, path, sha256 }));
  if (source !== 'model_hub') throw notFetchable(name, `its source is ${source}`);
  const [id = ''] = uri.replace(/^hf:\/\//, '').split(/[:@]/, 1);
  const urlOf = (path: string) => {
    const parts = path.split('/').map(encodeURIComponent).join('/');
    return new URL(`/${id}/resolve/${revision ?? 'main'}/${parts}`, hubEndpoint).href;
  };
  return files.map(({ path, sha256 }) => ({ url: urlOf(path), path, sha256 }));
}

function notFetchable(name: string, why: string): ActionError {
  return new ActionError(
    'rejected',
    `Pods cannot download the model ${name}: ${why}. Copy its files to a volume of the cluster, and set the volume in KUBERNETES_FILE.`,
    { code: 'no_model_delivery' },
  );
}
