import { isJsonObject, type Json } from './json';
import type { StoredFile } from './ports';

const FOLDER = 'files/';

/** The path of a stored file, as outputs name it. */
export const STORED_PATH = /^files\/[0-9a-f]{64}$/;

/** The path of the stored file whose content has this SHA-256, in hex. */
export function storedPathOf(sha256: string): string {
  return FOLDER + sha256;
}

/** The SHA-256 in the path of a stored file; undefined for any other text. */
export function sha256InPath(path: string): string | undefined {
  return STORED_PATH.test(path) ? path.slice(FOLDER.length) : undefined;
}

/**
 * The value as a stored file; undefined for any other value. What marks a stored file is that its `path` is the path of
 * its `sha256`: an object that an action did not store has no such pair, whatever its other keys are.
 */
export function asStoredFile(value: Json): StoredFile | undefined {
  if (!isJsonObject(value)) return undefined;
  const { path, name, content_type, size, sha256 } = value;
  if (typeof sha256 !== 'string' || typeof path !== 'string' || sha256InPath(path) !== sha256)
    return undefined;
  if (typeof name !== 'string' || typeof content_type !== 'string' || typeof size !== 'number')
    return undefined;
  return { path, name, content_type, size, sha256 };
}
