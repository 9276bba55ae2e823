import { createHash } from 'node:crypto';

/** In one piece, or in several that are one after the other. */
export type Content = Uint8Array | readonly Uint8Array[];

/**
 * Contents by their SHA-256 in hex, and nothing else: no name from outside ever gets here. Whoever puts a blob writes
 * down a reference to it soon after; one that is young must therefore not be removed.
 */
export interface BlobStore {
  /** True when the content is there. */
  has(sha256: string): Promise<boolean>;
  /**
   * Keeps a content. Durable once it resolves, and young again when it was there before.
   * @throws ActionError `storage_full`, or what the store's connection fails with
   */
  put(sha256: string, content: Content): Promise<void>;
  /** The content; undefined when it is not there. @throws BlobDamaged */
  get(sha256: string): Promise<Uint8Array | undefined>;
  /** Removes a content, there or not. */
  delete(sha256: string): Promise<void>;
  /** Removes a content unless it was put again since; says whether it did. */
  deleteOlder(sha256: string, before: Date): Promise<boolean>;
  /** Everything that was last put before an instant, in portions. */
  older(before: Date): AsyncIterable<readonly string[]>;
  /** Removes what puts that broke off before an instant left behind. */
  tidy(before: Date): Promise<void>;
}

/** What is stored under a hash is another content. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';

  constructor(sha256: string) {
    super(`The stored content ${sha256} is damaged: it is no longer what its hash says.`);
  }
}

const SHA256 = /^[0-9a-f]{64}$/;

/** True for a SHA-256 in lower-case hex. */
export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/** SHA-256 in hex. */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Where a content lies, as folder and name: `ab` and `cdef…`.
 * @throws TypeError for anything but a hash, which is a mistake of ours
 */
export function placeOf(sha256: string): readonly [folder: string, name: string] {
  if (!isSha256(sha256)) throw new TypeError('A blob is named by its SHA-256 alone.');
  return [sha256.slice(0, 2), sha256.slice(2)];
}

/** The pieces of a content. */
export function piecesOf(content: Content): readonly Uint8Array[] {
  return content instanceof Uint8Array ? [content] : content;
}

/** Its length in bytes. */
export function lengthOf(content: Content): number {
  return piecesOf(content).reduce((sum, { length }) => sum + length, 0);
}

/** The content, checked. @throws BlobDamaged */
export function intact(sha256: string, content: Uint8Array): Uint8Array {
  if (sha256Of(content) !== sha256) throw new BlobDamaged(sha256);
  return content;
}
