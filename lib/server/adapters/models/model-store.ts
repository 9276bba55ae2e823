import type { FileHandle } from 'node:fs/promises';

/** A partially downloaded file. */
export interface Partial {
  readonly path: string;
  /** Received bytes; 0 when nothing can be resumed. */
  readonly offset: number;
  /** Version of the file that the bytes belong to. */
  readonly version: string | undefined;
}

/** A complete and verified content. */
export interface VerifiedContent {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** Partial files on the disk of this machine. Keys are 64 hex digits. */
export interface PartialStore {
  partial(key: string): Promise<Partial>;
  /** Starts a file from the beginning, and records its version before any byte is written. */
  begin(key: string, version: string | undefined): Promise<FileHandle>;
  /** Removes the partial file of a key. */
  discard(key: string): Promise<void>;
  /**
   * Checks the free space for files of these sizes in bytes, which are received one after the other.
   * @throws ActionError `storage_full` when they leave too little free
   */
  requireSpace(sizes: readonly number[]): Promise<void>;
}

/** A running upload. */
export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of uploaded bytes; never when no upload is necessary. */
  readonly onSent?: (bytes: number) => void;
}

/** Stores contents of models by their SHA-256. External names never reach the store. */
export interface ModelStore extends PartialStore {
  /** Interval of the search for contents without a model, in ms. */
  readonly sweepMs: number;
  /** Size of a content in bytes; undefined when it is not stored. */
  sizeOf(sha256: string): Promise<number | undefined>;
  /**
   * Uploads a complete and verified partial file. May take long, and resumes an earlier upload with the same key.
   * @throws ActionError, or the signal's reason
   */
  upload(key: string, content: VerifiedContent, options: UploadOptions): Promise<void>;
  /** Turns an uploaded partial file into a content, durably. @returns false when it must be uploaded again */
  publish(key: string, content: VerifiedContent): Promise<boolean>;
  /** Removes a content. @returns freed bytes */
  remove(sha256: string): Promise<number>;
  /** Path of a content on this machine. The file stays while a deployment uses it. @throws ActionError */
  localPath(sha256: string): Promise<string>;
  /** Free bytes on the disk of this machine, without the reserve; undefined while the folder does not exist. */
  freeBytes(): Promise<number | undefined>;
  /** Contents that were stored before an instant. */
  older(before: Date): AsyncIterable<string>;
  /** Removes partial downloads and uploads without progress since an instant. */
  tidy(before: Date): Promise<void>;
  /** Ends operations in progress. */
  close(): Promise<void>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** @throws TypeError for anything but a SHA-256 in lower-case hex, which is an internal error */
export function checkHash(sha256: string): string {
  if (SHA256.test(sha256)) return sha256;
  throw new TypeError('Contents and partial files are named by a SHA-256 alone.');
}
