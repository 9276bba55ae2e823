import type { Outgoing } from '@/engine/ports';

/** A request to a source. */
export interface SourceRequest extends Outgoing {
  readonly uri: string;
  readonly revision?: string;
  /** Patterns of wanted files; empty for the choice of the source. */
  readonly files: readonly string[];
  /** Expected SHA-256 of the only file. */
  readonly sha256?: string;
  /** As the source wants it: a bearer token, or the keys of a bucket. */
  readonly token?: string;
}

/** The answer of a source to a request. */
export interface ModelPlan {
  /** Default name of the model: a label. */
  readonly name: string;
  /** The commit that files are read from, where the source has versions. */
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
  /** Its name in the source: a label, never a path of ours. */
  readonly path: string;
  /** In bytes, where the source states it. */
  readonly size: number | undefined;
  readonly expected: Checksum | undefined;
  /** Names the content as long as it is the same, where the source states it before the download. */
  readonly version: string | undefined;
  /** Opens the content. @param from where to resume, and the version of what was received before */
  open(from: ResumePoint, signal: AbortSignal): Promise<OpenedFile>;
}

/** Where a download resumes. */
export interface ResumePoint {
  /** Bytes that are here already; 0 for all. */
  readonly offset: number;
  /** The version of these bytes, or of a complete file that is here. */
  readonly version: string | undefined;
}

/** A content on its way. */
export type OpenedFile =
  /** The complete file of the stated version is still the current one. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'content';
      /** Where the chunks begin: what was asked, or 0 where the source cannot resume. */
      readonly offset: number;
      /** Of the whole file, in bytes. */
      readonly size: number | undefined;
      readonly version: string | undefined;
      readonly chunks: AsyncIterable<Uint8Array>;
    };

/** One kind of place that models come from. */
export interface Source {
  /** Lists the files to fetch. @throws ActionError `invalid_params`, `rejected`, `connection_error` */
  plan(request: SourceRequest): Promise<ModelPlan>;
}
