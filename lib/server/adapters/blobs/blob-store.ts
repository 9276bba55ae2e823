import { createHash } from 'node:crypto';

/** One piece, or several in order. */
export type Content = Uint8Array | readonly Uint8Array[];

/**
 * Contents by their SHA-256 in hex; names from outside never reach the store. A reference is stored soon
 * after its blob, so young blobs must not be removed.
 */
export interface BlobStore {
  has(sha256: string): Promise<boolean>;
  /**
   * Stores a content durably. Renews the age of an existing one.
   * @throws ActionError `storage_full`, or the failure of the connection
   */
  put(sha256: string, content: Content): Promise<void>;
  /**
   * The content; undefined when it is missing.
   * @throws BlobDamaged
   */
  get(sha256: string): Promise<Uint8Array | undefined>;
  /**
   * The bytes of a content from a position to before another; undefined when it is missing. A part alone cannot be compared with
   * the hash.
   */
  read(sha256: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Removes a content if it exists. */
  delete(sha256: string): Promise<void>;
  /** Removes a content unless it was put after `before`; returns whether it was removed. */
  deleteOlder(sha256: string, before: Date): Promise<boolean>;
  /** Hashes of contents last put before an instant, in pages. */
  older(before: Date): AsyncIterable<readonly string[]>;
  /** Removes remains of puts that failed before an instant. */
  tidy(before: Date): Promise<void>;
}

/** A stored content does not match its hash. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';

  constructor(sha256: string) {
    super(`The stored content ${sha256} is damaged: it does not match its hash.`);
  }
}

const SHA256 = /^[0-9a-f]{64}$/;

/** Whether the text is a SHA-256 in lower-case hex. */
function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/** SHA-256 in hex. */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Folder and name of a content: `ab` and `cdef…`.
 * @throws TypeError for anything but a hash
 */
export function placeOf(sha256: string): readonly [folder: string, name: string] {
  if (!isSha256(sha256)) throw new TypeError('A blob is named by its SHA-256 alone.');
  return [sha256.slice(0, 2), sha256.slice(2)];
}

/** The pieces of a content. */
export function piecesOf(content: Content): readonly Uint8Array[] {
  return content instanceof Uint8Array ? [content] : content;
}

/** Length of a content in bytes. */
export function lengthOf(content: Content): number {
  return piecesOf(content).reduce((sum, { length }) => sum + length, 0);
}

/**
 * Verifies the hash of a content and returns the content.
 * @throws BlobDamaged
 */
export function intact(sha256: string, content: Uint8Array): Uint8Array {
  if (sha256Of(content) !== sha256) throw new BlobDamaged(sha256);
  return content;
}
