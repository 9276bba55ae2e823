import { ActionError } from '@/engine';
import { checkedLabel, matchesAny } from '../label';
import type { ModelPlan, PlannedFile, SourceRequest } from '../source';
import { type ObjectAddress, objectAddress } from './object-address';

/** Maximum number of objects of a model. */
const MAX_OBJECTS = 10_000;
/** Number of concurrent requests. */
const PARALLEL = 8;

/** An object of a bucket before its download. */
export type StoredObject = Omit<PlannedFile, 'path'>;

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  /** Reads the metadata that a listing lacks. */
  load(): Promise<StoredObject>;
}

/** Reads a bucket for one request. Methods throw ActionErrors. */
export interface Bucket {
  /** The object with a key; undefined when it does not exist. */
  find(key: string): Promise<StoredObject | undefined>;
  /** All objects whose keys begin with a prefix, in pages. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>;
}

/** Lists the objects at a bucket address: one object, or all below a prefix. */
export async function planObjects(
  request: SourceRequest,
  scheme: 's3' | 'gs',
  open: (bucket: string) => Bucket,
): Promise<ModelPlan> {
  const address = objectAddress(request.uri, scheme);
  const bucket = open(address.bucket);
  const { key } = address;
  const only = key === '' || key.endsWith('/') ? undefined : await bucket.find(key);
  if (only) {
    const name = lastPart(address);
    return { name, revision: undefined, files: [fileOf(checkedLabel(name), only, request.sha256)] };
  }
  const wanted = await listed(bucket, key === '' ? '' : key.replace(/\/?$/, '/'), request);
  const files: PlannedFile[] = [];
  for (let at = 0; at < wanted.length; at += PARALLEL) {
    const portion = wanted.slice(at, at + PARALLEL).map(async ({ label, object }) => {
      return fileOf(label, await object.load(), wanted.length === 1 ? request.sha256 : undefined);
    });
    files.push(...(await Promise.all(portion)));
  }
  return { name: lastPart(address), revision: undefined, files };
}

interface Labelled {
  readonly label: string;
  readonly object: ListedObject;
}

async function listed(
  bucket: Bucket,
  prefix: string,
  { uri, files, signal }: SourceRequest,
): Promise<Labelled[]> {
  const found: Labelled[] = [];
  for await (const objects of bucket.list(prefix)) {
    signal.throwIfAborted();
    for (const object of objects) {
      const label = labelOf(object.key, prefix);
      if (label !== undefined) found.push({ label, object });
    }
    if (found.length > MAX_OBJECTS)
      throw invalid(`${uri} has more than ${MAX_OBJECTS} objects. Choose its subfolder.`);
  }
  if (found.length === 0)
    throw invalid(`${uri} is neither an object nor a folder with objects. Check the bucket and the key.`);
  const wanted = found.filter(({ label }) => files.length === 0 || matchesAny(label, files));
  if (wanted.length > 0) return wanted;
  const names = found.slice(0, 10).map(({ label }) => label);
  throw invalid(
    `${uri} has no object that matches ${files.join(', ')}. It has ${names.join(', ')}${found.length > 10 ? ' and others' : ''}.`,
    'files',
  );
}

/** The name relative to the folder; undefined for the folder itself and folder markers. */
function labelOf(key: string, prefix: string): string | undefined {
  if (!key.startsWith(prefix)) {
    throw new ActionError(
      'rejected',
      `The bucket lists an object that is not below ${prefix}. Check the service.`,
      { code: 'hostile_name' },
    );
  }
  const label = key.slice(prefix.length);
  return label === '' || label.endsWith('/') ? undefined : checkedLabel(label);
}

function fileOf(path: string, object: StoredObject, sha256: string | undefined): PlannedFile {
  return {
    path,
    ...object,
    ...(sha256 === undefined ? {} : { expected: { algorithm: 'sha256', hex: sha256 } }),
  };
}

function lastPart({ key, bucket }: ObjectAddress): string {
  return key.split('/').findLast((part) => part !== '') ?? bucket;
}

function invalid(message: string, param = 'model_uri'): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}
