import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CloudProvider } from '@/engine/cloud-models';
import type { ModelSummary } from '@/lib/contracts/models';
import { inIndexOf, isUnfinishedModel } from '../predicates';
import { instant, json, NOW } from './columns';

/**
 * Models whose files were downloaded and verified, or are being downloaded, and models of providers. Contents are in
 * the store of models.
 */
export const models = pgTable(
  'models',
  {
    id: text('id').primaryKey(),
    /** An external label, never part of a path. */
    name: text('name').notNull(),
    status: text('status').$type<ModelSummary['status']>().notNull(),
    source: text('source').$type<ModelSummary['source']>().notNull(),
    /** With secrets masked. */
    uri: text('uri').notNull(),
    /** The commit of a source with versions. */
    revision: text('revision'),
    /** Bytes of all files; null until known. */
    size: bigint('size', { mode: 'number' }),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Rate of the upload if there is one, otherwise of the download. */
    bytesPerSecond: bigint('bytes_per_second', { mode: 'number' }).notNull().default(0),
    /** The upload in progress to the store of models; null without one. */
    upload: json<StoredUpload>('upload'),
    /** SHA-256 of the file, or of the list of files; null until all are verified. */
    sha256: text('sha256'),
    metadata: json<ModelSummary['metadata']>('metadata').notNull(),
    /** Why the model could not be added. */
    error: json<NonNullable<ModelSummary['error']>>('error'),
    /** Equal for every attempt to add the same model; finds downloads that are in progress or failed. */
    requestKey: text('request_key').notNull(),
    /** The request, for resuming or repeating the download. */
    request: json<StoredModelRequest>('request'),
    /** The step that adds the model; null when a person adds it. */
    runId: text('run_id'),
    step: text('step'),
    /** Other steps that wait for this download. */
    waiting: json<readonly WaitingStep[]>('waiting').notNull().default(sql`'[]'`),
    /** The process that downloads the model, and its last heartbeat. */
    owner: text('owner'),
    heartbeatAt: instant('heartbeat_at'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    createdAt: instant('created_at').notNull().default(NOW),
    updatedAt: instant('updated_at').notNull().default(NOW),
  },
  (table) => [
    uniqueIndex('models_unfinished')
      .on(table.requestKey)
      .where(sql.raw(inIndexOf('models', isUnfinishedModel))),
    uniqueIndex('models_content').on(table.name, table.sha256).where(sql`${table.status} = 'available'`),
    index('models_newest').on(table.createdAt),
  ],
);

/** The request for a model. Only requests of persons name the secret with a token. */
export interface StoredModelRequest {
  readonly files: readonly string[];
  readonly revision: string | null;
  readonly sha256: string | null;
  readonly secret: string | null;
  readonly maxWaitSeconds: number;
  /** For a model of a provider, whose key is in `secret`. */
  readonly cloud?: {
    readonly provider: CloudProvider;
    /** Id of the model at the provider. */
    readonly model: string;
    /** Null for the default of the provider. */
    readonly baseUrl: string | null;
  };
}

/** The progress of an upload, in bytes. */
export interface StoredUpload {
  readonly sent: number;
  readonly size: number;
}

/** A step that waits for a download that it did not start. */
export interface WaitingStep {
  readonly runId: string;
  readonly step: string;
}

/** Verified files of models. */
export const modelFiles = pgTable(
  'model_files',
  {
    modelId: text('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    /** An external label, never part of a path on this machine. */
    path: text('path').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256 of the content, in hex: its name in the store of models. */
    sha256: text('sha256').notNull(),
    /** Kind of the verified checksum. */
    verified: text('verified').$type<'sha256' | 'git_sha1' | 'md5' | 'crc32c' | 'none'>().notNull(),
    /** Version of the content at the source, to detect changes. */
    version: text('version'),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.path] }),
    index('model_files_content').on(table.sha256),
  ],
);
