import type { FileHandle } from 'node:fs/promises';

/** What was received of a file so far. */
export interface Partial {
  readonly path: string;
  /** In bytes; 0 where nothing can be resumed. */
  readonly offset: number;
  /** Version of the received bytes. */
  readonly version: string | undefined;
}

/** A complete and verified content. */
export interface VerifiedContent {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** Received parts of files, on the disk of this machine. Keys are 64 hex digits. */
export interface PartialStore {
  partial(key: string): Promise<Partial>;
  /** Starts a file again, and notes which version its bytes belong to before any of them is written. */
  begin(key: string, version: string | undefined): Promise<FileHandle>;
  /** Removes what was received under a key. */
  discard(key: string): Promise<void>;
  /**
   * Checks the space for files of these sizes, in bytes, that are received one after the other.
   * @throws ActionError `storage_full` when they leave too little free
   */
  checkRoom(sizes: readonly number[]): Promise<void>;
}

/** A running upload. */
export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Counts bytes that are stored, from the first part on. Not called where nothing needs to be sent. */
  readonly onSent?: (bytes: number) => void;
}

/** Contents of models by their SHA-256. Names from outside never reach the store. */
export interface ModelStore extends PartialStore {
  /** Interval in which contents without a model are looked for, in ms. */
  readonly sweepMs: number;
  /** Size of a content in bytes; undefined where it is not stored. */
  sizeOf(sha256: string): Promise<number | undefined>;
  /**
   * Sends a complete and verified partial to where contents are stored. May take long, and resumes what an earlier call with
   * the same key began. @throws ActionError, or the signal's reason
   */
  upload(key: string, content: VerifiedContent, options: UploadOptions): Promise<void>;
  /** Makes an uploaded partial a content. Durable once it resolves. @returns false when it must be uploaded again */
  publish(key: string, content: VerifiedContent): Promise<boolean>;
  /** Removes a content. @returns freed bytes */
  remove(sha256: string): Promise<number>;
  /** The content as a file of this machine, which stays while a deployment uses it. @throws ActionError */
  localPath(sha256: string): Promise<string>;
  /** Free bytes of this machine's disk without the reserve; undefined where there is no such folder yet. */
  freeBytes(): Promise<number | undefined>;
  /** Contents that were stored before an instant. */
  older(before: Date): AsyncIterable<string>;
  /** Removes what was received or uploaded in part and not continued since an instant. */
  tidy(before: Date): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** @throws TypeError for anything but a SHA-256 in lower-case hex, which is an error in Pipewright */
export function checkHash(sha256: string): string {
  if (SHA256.test(sha256)) return sha256;
  throw new TypeError('Contents and partial files are named by a SHA-256 alone.');
}
