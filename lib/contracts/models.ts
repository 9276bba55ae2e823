import { z } from 'zod';
import { CLOUD_PROVIDER_NAMES, CLOUD_SOURCE } from '@/engine/cloud-models';
import { failureSchema } from '@/engine/errors';
import { DEFAULT_MODEL_WAIT_SECONDS, MODEL_SOURCE_NAMES, MODEL_STATUSES } from '@/engine/models';
import { secretNameSchema } from './secrets';
import { stepOriginSchema } from './step-origin';

const modelFileSchema = z.object({
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Kind of the verified checksum; `none` when the source states none. */
  verified: z.enum(['sha256', 'git_sha1', 'md5', 'crc32c', 'none']),
});

/** A model in a list. */
export const modelSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(MODEL_STATUSES),
  source: z.enum([...MODEL_SOURCE_NAMES, CLOUD_SOURCE]),
  /** With secrets masked. */
  uri: z.string(),
  /** The commit of a source with versions. */
  revision: z.string().nullable(),
  /** Bytes of all files; null until the source states it. */
  size_bytes: z.int().nullable(),
  /** SHA-256 of the file, or of the list of files; null until all are verified. */
  sha256: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  /** Id of the model at its provider, and the secret that holds the key. Null for a model with files. */
  cloud: z
    .object({
      provider: z.enum(CLOUD_PROVIDER_NAMES),
      model: z.string(),
      base_url: z.string().nullable(),
      api_key_secret: z.string().nullable(),
    })
    .nullable(),
  /** The download in progress; null without one. */
  progress: z
    .object({
      received_bytes: z.int(),
      /** Rate of the upload if there is one, otherwise of the download; as for `seconds_left`. */
      bytes_per_second: z.int(),
      /** Null while size or rate is unknown. */
      seconds_left: z.int().nullable(),
      /** The upload in progress to the store of models; null without one. */
      upload: z.object({ sent_bytes: z.int(), size_bytes: z.int() }).nullable(),
    })
    .nullable(),
  /** Why the model could not be added. */
  error: failureSchema.nullable(),
  /** The step that added the model; null when a person added it. */
  added_by: stepOriginSchema.nullable(),
  /** Other steps that wait for the download. */
  waiting: z.array(stepOriginSchema.omit({ run_number: true })),
  created_at: z.iso.datetime(),
});
export type ModelSummary = z.infer<typeof modelSummarySchema>;

/** A model with its files. */
export const modelDetailSchema = modelSummarySchema.extend({ files: z.array(modelFileSchema) });
export type ModelDetail = z.infer<typeof modelDetailSchema>;

export const modelIdInput = z.strictObject({ id: z.string().min(1).max(200) });

const MAX_NAME = 200;
const MAX_URI = 2000;

/** A model to add. The response does not wait for the download. */
export const addModelInput = z.strictObject({
  model_uri: z.string().trim().min(1, 'Enter the address of the model.').max(MAX_URI),
  model_source: z.enum(MODEL_SOURCE_NAMES),
  model_name: z.string().trim().min(1).max(MAX_NAME).optional(),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'Enter the 64 hex digits of a SHA-256.')
    .optional(),
  /** Branch, tag or commit of a repository. */
  revision: z.string().trim().min(1).max(200).optional(),
  /** Patterns of the files to download, `*` for any text. */
  files: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  /** Name of the secret that holds the access token of the source. */
  token_secret: secretNameSchema.optional(),
  max_wait_seconds: z
    .int()
    .min(1)
    .max(DEFAULT_MODEL_WAIT_SECONDS * 2)
    .default(DEFAULT_MODEL_WAIT_SECONDS),
  metadata: z.record(z.string(), z.json()).default({}),
});
export type AddModelInput = z.input<typeof addModelInput>;

/** A model of a provider to add. The response waits until the provider has listed it. */
export const addCloudModelInput = z.strictObject({
  provider: z.enum(CLOUD_PROVIDER_NAMES),
  /** Id of the model at the provider. */
  model_id: z.string().trim().min(1, 'Enter the ID of the model.').max(MAX_NAME),
  model_name: z.string().trim().min(1).max(MAX_NAME).optional(),
  /** Base URL of `/models` and `/chat/completions`. */
  base_url: z.string().trim().min(1).max(MAX_URI).optional(),
  /** Name of the secret that holds the key. */
  api_key_secret: secretNameSchema.optional(),
  metadata: z.record(z.string(), z.json()).default({}),
});
export type AddCloudModelInput = z.input<typeof addCloudModelInput>;

/** The model of an operation. */
export const startedModelSchema = z.object({ id: z.string() });

/** All models, and the free space on the disk of their folder. */
export const modelListSchema = z.object({
  models: z.array(modelSummarySchema),
  /** Free bytes for models; null when unknown. */
  free_bytes: z.int().nullable(),
});
export type ModelList = z.infer<typeof modelListSchema>;

/** The result of deleting a model. */
export const deletedModelSchema = z.object({
  model_id: z.string(),
  deleted: z.boolean(),
  freed_bytes: z.int(),
});
