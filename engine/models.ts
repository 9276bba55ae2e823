import type { JsonObject } from './json';

interface SourceFacts {
  /** Name for people. */
  readonly title: string;
  /** What `model_uri` holds, and an example of it. */
  readonly uri: string;
  readonly example: string;
  /** Other accepted spellings. */
  readonly synonyms: readonly string[];
}

/** THE TABLE of model sources, in the order of forms. `lib/server/adapters/models/sources` has a file for each. */
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

/** Longest time that adding a model takes by default, in seconds: one day. */
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
  /** Patterns of the files to fetch, `*` for any text without `/`. @default the choice of the source */
  readonly files: readonly string[];
  /** As the source wants it: a bearer token, or `<access key id>:<secret access key>`. */
  readonly token?: string;
  readonly metadata: JsonObject;
}

/** The attempt of a step. */
export interface ModelOwner {
  readonly runId: string;
  readonly step: string;
}

/** What the runner adds to a `NewModel`. */
export interface ModelAttempt {
  /** `uri` as people may see it: secrets are masked. */
  readonly shownUri: string;
  readonly owner: ModelOwner;
  /** Writes to the log of the attempt. */
  readonly log: (level: 'info' | 'warning', message: string) => void;
}

/** Which model to delete. */
export interface ModelDeletion {
  readonly id: string;
  /** Even while it is downloading. */
  readonly force: boolean;
  readonly owner: ModelOwner;
}

/** A model whose files were fetched and verified. */
export interface AvailableModel {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Of the file; of the list of files where there are several. In hex. */
  readonly sha256: string;
  /** The commit of a source with versions. */
  readonly revision: string | undefined;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** What deleting a model did. */
export interface DeletedModel {
  readonly id: string;
  /** Bytes of files that no other model uses. */
  readonly freedBytes: number;
}
