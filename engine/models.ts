import type { JsonObject } from './json';

interface SourceFacts {
  /** Display name. */
  readonly title: string;
  /** Description and example of `model_uri`. */
  readonly uri: string;
  readonly example: string;
  /** Other accepted spellings. */
  readonly synonyms: readonly string[];
}

/** The table of model sources, in the order of forms. `lib/server/adapters/models/sources` has a file for each. */
export const MODEL_SOURCES = {
  model_hub: {
    title: 'Hugging Face',
    uri: 'Repository, with its revision after a colon if it is not main.',
    example: 'Qwen/Qwen2.5-0.5B-Instruct-GGUF',
    synonyms: ['hugging_face', 'huggingface'],
  },
  url: {
    title: 'URL',
    uri: 'Address of one file, with http:// or https://.',
    example: 'https://models.example.org/support-v4.gguf',
    synonyms: [],
  },
  local: {
    title: 'Local folder',
    uri: 'Path of a file or folder below a folder that MODELS_LOCAL_DIRS lists.',
    example: '/srv/models/support-v4.gguf',
    synonyms: ['disk'],
  },
  s3: {
    title: 'S3',
    uri: 'Object or folder in a bucket of Amazon S3 or a compatible store.',
    example: 's3://models/support-v4/',
    synonyms: [],
  },
  gcs: {
    title: 'Google Cloud Storage',
    uri: 'Object or folder in a bucket.',
    example: 'gs://models/support-v4/',
    synonyms: ['gs'],
  },
  custom: {
    title: 'Custom',
    uri: 'Address whose scheme selects the source: hf://, https://, file://, s3:// or gs://; builtin://tiny is a tiny model for tests.',
    example: 'file:///srv/models/support-v4.gguf',
    synonyms: [],
  },
} as const satisfies Readonly<Record<string, SourceFacts>>;

export type ModelSource = keyof typeof MODEL_SOURCES;

/** Sources in the order of forms. */
export const MODEL_SOURCE_NAMES = Object.keys(MODEL_SOURCES) as ModelSource[];

/** The action that downloads a model; the view of a run shows its progress. */
export const MODEL_ADD = 'model_add';

/** Default timeout of adding a model, in seconds: one day. */
export const DEFAULT_MODEL_WAIT_SECONDS = 86_400;

/** A model to add to the registry. */
export interface NewModel {
  readonly source: ModelSource;
  readonly uri: string;
  /** @default the last part of the URI */
  readonly name?: string;
  /** Branch, tag or commit of a source with versions. @default that of the source */
  readonly revision?: string;
  /** Expected SHA-256 of the only file, in hex. */
  readonly sha256?: string;
  /** Patterns of the files to download, `*` for any text without `/`. @default those of the source */
  readonly files: readonly string[];
  /** In the format of the source: a bearer token, or `<access key id>:<secret access key>`. */
  readonly token?: string;
  readonly metadata: JsonObject;
}

/** The attempt of a step. */
export interface ModelOwner {
  readonly runId: string;
  readonly step: string;
}

/** Fields that the runner adds to a `NewModel`. */
export interface ModelAttempt {
  /** `uri` with secrets masked. */
  readonly shownUri: string;
  readonly owner: ModelOwner;
  /** Writes to the log of the attempt. */
  readonly log: (level: 'info' | 'warning', message: string) => void;
}

/** The model to delete. */
export interface ModelDeletion {
  readonly id: string;
  /** Whether the model is deleted even while it is downloading or in use. */
  readonly force: boolean;
  readonly owner: ModelOwner;
}

/** A model whose files were downloaded and verified. */
export interface AvailableModel {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** SHA-256 of the file, or of the list of files when there are several, in hex. */
  readonly sha256: string;
  /** The commit of a source with versions. */
  readonly revision: string | undefined;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** Status of a model. Only available ones can be used. */
export const MODEL_STATUSES = ['downloading', 'available', 'error', 'deleting'] as const;

/** Status of a model that may have been deleted. */
export const READ_MODEL_STATUSES = [...MODEL_STATUSES, 'deleted'] as const;

/** The present state of a model. */
export interface ModelState {
  readonly id: string;
  /** Undefined for a deleted model. */
  readonly name: string | undefined;
  readonly status: (typeof READ_MODEL_STATUSES)[number];
  /** 0 until the source states it. */
  readonly sizeBytes: number;
  /** Why the model could not be added. */
  readonly error: string | undefined;
}

/** Result of deleting a model. */
export interface DeletedModel {
  readonly id: string;
  /** Size of the deleted files in bytes. Files of other models are kept. */
  readonly freedBytes: number;
}
