import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CloudProvider } from '@/engine/cloud-models';
import type { ModelSummary } from '@/lib/contracts/models';
import { inIndexOf, isUnfinishedModel } from '../predicates';
import { instant, json, NOW } from './columns';

/** Models: files that were fetched and verified, or are being fetched. The contents are in the folder of the models. */
export const models = pgTable(
  'models',
  {
    id: text('id').primaryKey(),
    /** A label from outside: never part of a path. */
    name: text('name').notNull(),
    status: text('status').$type<ModelSummary['status']>().notNull(),
    source: text('source').$type<ModelSummary['source']>().notNull(),
    /** With secrets masked. */
    uri: text('uri').notNull(),
    /** The commit of a source with versions. */
    revision: text('revision'),
    /** Bytes of all files; null until it is known. */
    size: bigint('size', { mode: 'number' }),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Of the upload while there is one, else of the download. */
    bytesPerSecond: bigint('bytes_per_second', { mode: 'number' }).notNull().default(0),
    /** The file that is being uploaded to where contents are stored; null while none is. */
    upload: json<StoredUpload>('upload'),
    /** Of the file, or of the list of files; null until all are verified. */
    sha256: text('sha256'),
    metadata: json<ModelSummary['metadata']>('metadata').notNull(),
    /** Why it could not be added. */
    error: json<NonNullable<ModelSummary['error']>>('error'),
    /** Same for every attempt to add the same model: those in progress and those that failed are found by it. */
    requestKey: text('request_key').notNull(),
    /** How it was asked for, to resume it or fetch it again. */
    request: json<StoredModelRequest>('request'),
    /** The step that adds it; null when a person does. */
    runId: text('run_id'),
    step: text('step'),
    /** Other steps that wait for this download. */
    waiting: json<readonly WaitingStep[]>('waiting').notNull().default(sql`'[]'`),
    /** The process that downloads it, and when it last said so. */
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

/** How a model was asked for; a token is named by its secret, which only requests of persons have. */
export interface StoredModelRequest {
  readonly files: readonly string[];
  readonly revision: string | null;
  readonly sha256: string | null;
  readonly secret: string | null;
  readonly maxWaitSeconds: number;
  /** Of a model that a provider serves; `secret` then holds its key. */
  readonly cloud?: {
    readonly provider: CloudProvider;
    /** The provider's id of the model. */
    readonly model: string;
    /** Null for that of the provider. */
    readonly baseUrl: string | null;
  };
}

/** How far the upload of a file is, in bytes. */
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
    /** A label from outside: never part of a path of ours. */
    path: text('path').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Of the content, in hex: the name of its file in the folder of the models. */
    sha256: text('sha256').notNull(),
    /** What the content was compared with. */
    verified: text('verified').$type<'sha256' | 'git_sha1' | 'md5' | 'crc32c' | 'none'>().notNull(),
    /** What the source calls this content, to find out whether it is still the same. */
    version: text('version'),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.path] }),
    index('model_files_content').on(table.sha256),
  ],
);
