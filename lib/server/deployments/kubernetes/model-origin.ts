import { ActionError } from '@/engine';
import type { Secrets } from '@/engine/ports';
import { checkSecretHosts } from '../../adapters/egress/secret-hosts';
import { keysIn } from '../../adapters/models/sources/bucket-keys';
import { objectAddress } from '../../adapters/models/sources/object-address';
import { s3Url } from '../../adapters/s3/sign';
import type { ModelSettings } from '../../models/settings';
import type { FileAccess, RemoteFile } from './curl-config';
import type { DeliveredModel } from './plan';
import type { SourceSecrets } from './settings';

/** Where models come from, and the secrets for it. */
export interface ModelOrigins {
  readonly settings: Pick<ModelSettings['models'], 'hubEndpoint' | 's3'>;
  readonly secrets: Secrets;
}

/** Visible ASCII: a line break in a header would add another header. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * The files of a model at its source, for pods to download. @param secretNames secrets for sources that need credentials
 * @throws ActionError for a model that pods cannot download
 */
export async function remoteFiles(
  { settings, secrets }: ModelOrigins,
  { model, files }: DeliveredModel,
  secretNames: SourceSecrets,
): Promise<readonly RemoteFile[]> {
  const { source } = model;
  if (source !== 'model_hub' && source !== 's3') return publicFiles(model, files);
  const secret = secretNames[source];
  if (secret === undefined) requireNone(model, source);
  const urlOf =
    source === 's3' ? s3UrlOf(model, files.length, settings.s3) : hubUrlOf(model, settings.hubEndpoint);
  const found = files.map(({ path, sha256 }) => ({ url: urlOf(path), path, sha256 }));
  if (secret === undefined) return found;
  const { hosts, value } = await revealed(secrets, secret, model.name);
  for (const { url } of found) checkSecretHosts(new URL(url).hostname, [{ name: secret, hosts, value }]);
  const access = source === 's3' ? s3Access(settings.s3.region, secret, value) : bearerAccess(secret, value);
  return found.map((file) => ({ ...file, access }));
}

/** Files at an address, which has no secret in KUBERNETES_FILE: it could be that of any host. */
function publicFiles(
  { name, source, uri, request }: DeliveredModel['model'],
  files: DeliveredModel['files'],
) {
  if (request?.secret != null) throw notFetchable(name, 'its source needs a secret');
  if (source !== 'url') throw notFetchable(name, `its source is ${source}`);
  return files.map(({ path, sha256 }) => ({ url: uri, path, sha256 }));
}

function requireNone({ name, request }: DeliveredModel['model'], source: keyof SourceSecrets): void {
  if (source === 's3' || request?.secret != null)
    throw notFetchable(name, 'its source needs a secret', source);
}

function hubUrlOf({ uri, revision }: DeliveredModel['model'], hubEndpoint: URL) {
  const [id = ''] = uri.replace(/^hf:\/\//, '').split(/[:@]/, 1);
  return (path: string) => {
    const parts = path.split('/').map(encodeURIComponent).join('/');
    return new URL(`/${id}/resolve/${revision ?? 'main'}/${parts}`, hubEndpoint).href;
  };
}

/** An address is an object, whose name its only file has, or a folder of objects. */
function s3UrlOf(
  { uri }: DeliveredModel['model'],
  count: number,
  { endpoint, ...s3 }: ModelSettings['models']['s3'],
) {
  const { bucket, key } = objectAddress(uri, 's3');
  const place = { ...s3, bucket, endpoint: endpoint ?? new URL(`https://s3.${s3.region}.amazonaws.com`) };
  const folder = key === '' ? '' : key.replace(/\/?$/, '/');
  return (path: string) => {
    const isObject = count === 1 && (key === path || key.endsWith(`/${path}`));
    return s3Url(place, isObject ? key : `${folder}${path}`).href;
  };
}

async function revealed(secrets: Secrets, secret: string, model: string) {
  const found = await secrets.reveal(secret);
  if (found) return found;
  throw undeliverable(
    `Pods download the model ${model} with the secret ${secret}, which does not exist. Add the secret in Settings, or correct its name in KUBERNETES_FILE.`,
  );
}

function bearerAccess(secret: string, value: string): FileAccess {
  const token = value.trim();
  if (TOKEN.test(token)) return { kind: 'bearer', token };
  throw undeliverable(`The secret ${secret} is not an access token. Correct its value in Settings.`);
}

function s3Access(region: string, secret: string, value: string): FileAccess {
  const keys = TOKEN.test(value.trim()) ? keysIn(value) : undefined;
  if (keys) return { kind: 's3', region, keys };
  throw undeliverable(
    `The secret ${secret} does not have the form <access key id>:<secret access key>. Correct its value in Settings.`,
  );
}

/** @param source whose secret KUBERNETES_FILE may name */
function notFetchable(name: string, why: string, source?: string): ActionError {
  const advice =
    source === undefined
      ? 'Copy its files to a volume of the cluster, and set the volume in KUBERNETES_FILE.'
      : `In KUBERNETES_FILE, set a secret under models.secrets.${source} of the cluster, or a volume with the files.`;
  return undeliverable(`Pods cannot download the model ${name}: ${why}. ${advice}`);
}

function undeliverable(message: string): ActionError {
  return new ActionError('rejected', message, { code: 'no_model_delivery' });
}
