import { maskText } from '@/engine';
import type { ModelRequest } from '@/engine/ports';
import { sha256Of } from '../adapters/blobs/blob-store';

const MAX_NAME = 200;

/** The name of a model: the requested one, else the last part of its address. It is a label and never part of a path. */
export function modelName({ name, shownUri }: Pick<ModelRequest, 'name' | 'shownUri'>): string {
  const [address = ''] = shownUri.split(/[?#]/, 1);
  const chosen = name?.trim() || address.split('/').findLast((part) => part !== '') || 'model';
  return chosen.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_NAME);
}

/** The key of a request, equal for every attempt to add the same model. Contains no secrets. */
export function requestKeyOf(request: ModelRequest): string {
  const { source, shownUri, revision, sha256, files } = request;
  return sha256Of(JSON.stringify([modelName(request), source, shownUri, revision, sha256, files]));
}

/** The key of the partial file of one file of a request. */
export function partialKeyOf(requestKey: string, path: string): string {
  return sha256Of(`${requestKey}\n${path}`);
}

/** The name of a file with secrets masked. */
export function shownLabel(path: string, { secrets = [] }: Pick<ModelRequest, 'secrets'>): string {
  return maskText(
    path,
    secrets.map(({ value }) => value),
  );
}

/** The version of a content at its source; null when unknown, or when it contains a secret. */
export function storableVersion(
  version: string | undefined,
  request: Pick<ModelRequest, 'secrets'>,
): string | null {
  if (version === undefined) return null;
  return shownLabel(version, request) === version ? version : null;
}

/** The hash of a whole model: of its only file, or of the list of its files. */
export function contentOf(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const [only, ...others] = files;
  if (only && others.length === 0) return only.sha256;
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return sha256Of(lines.sort().join(''));
}
