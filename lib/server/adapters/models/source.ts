import type { Outgoing } from '@/engine/ports';

/** A request to a source. */
export interface SourceRequest extends Outgoing {
  readonly uri: string;
  readonly revision?: string;
  /** Patterns of files; empty for the default of the source. */
  readonly files: readonly string[];
  /** Expected SHA-256 of the only file. */
  readonly sha256?: string;
  /** A bearer token, or the keys of a bucket. */
  readonly token?: string;
}

/** The files to download for a request. */
export interface ModelPlan {
  /** Default name of the model: a label. */
  readonly name: string;
  /** The commit of the files, if the source has versions. */
  readonly revision: string | undefined;
  readonly files: readonly PlannedFile[];
}

export type ChecksumAlgorithm = 'sha256' | 'git_sha1' | 'md5' | 'crc32c';

/** A checksum that the source or the author states. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In lower-case hex. */
  readonly hex: string;
}

/** One file of a model, not fetched yet. */
export interface PlannedFile {
  /** Name at the source: a label, never a path on this machine. */
  readonly path: string;
  /** In bytes, if the source states it. */
  readonly size: number | undefined;
  readonly expected: Checksum | undefined;
  /** Identifies the content, if the source states a version before the download. */
  readonly version: string | undefined;
  /** Opens the content. @param from offset and version of the bytes received before */
  open(from: ResumePoint, signal: AbortSignal): Promise<OpenedFile>;
}

/** The point at which a download resumes. */
export interface ResumePoint {
  /** Bytes received before; 0 to start from the beginning. */
  readonly offset: number;
  /** The version of these bytes, or of the stored complete file. */
  readonly version: string | undefined;
}

/** The response of a source to `open`. */
export type OpenedFile =
  /** The complete file of the stated version is still the current one. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'content';
      /** Offset of the first chunk: the requested one, or 0 when the source cannot resume. */
      readonly offset: number;
      /** Size of the whole file, in bytes. */
      readonly size: number | undefined;
      readonly version: string | undefined;
      readonly chunks: AsyncIterable<Uint8Array>;
    };

/** A source of models. */
export interface Source {
  /** Lists the files to download. @throws ActionError `invalid_params`, `rejected`, `connection_error` */
  plan(request: SourceRequest): Promise<ModelPlan>;
}
