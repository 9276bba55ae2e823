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
