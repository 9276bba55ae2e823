import { z } from 'zod';
import { defineAction } from '../../action';
import { line, seconds } from '../../fields';
import { json } from '../../json';
import {
  DEFAULT_MODEL_WAIT_SECONDS,
  MODEL_ADD,
  MODEL_SOURCE_NAMES,
  MODEL_SOURCES,
  READ_MODEL_STATUSES,
} from '../../models';

const SYNONYMS = Object.fromEntries(
  MODEL_SOURCE_NAMES.flatMap((name) => MODEL_SOURCES[name].synonyms.map((synonym) => [synonym, name])),
);
const LABELS = Object.fromEntries(MODEL_SOURCE_NAMES.map((name) => [name, MODEL_SOURCES[name].title]));
const OFFERED = MODEL_SOURCE_NAMES.join(', ');

/** Every accepted spelling; forms and documentation show one for each source. */
const source = z
  .enum([...MODEL_SOURCE_NAMES, ...Object.keys(SYNONYMS)], {
    error: `This version adds models from these sources: ${OFFERED}. Choose one of them.`,
  })
  .transform(
    (written) => MODEL_SOURCE_NAMES.find((name) => name === (SYNONYMS[written] ?? written)) ?? 'custom',
  )
  .meta({ enum: MODEL_SOURCE_NAMES, synonyms: SYNONYMS, labels: LABELS });

const params = z.object({
  model_uri: z
    .string()
    .min(1)
    .max(2000)
    .meta({ address: 'web' })
    .describe('Address or path of the model, as the source names it.'),
  model_name: line()
    .pipe(z.string().min(1).max(200))
    .meta({ secrets: 'refused' })
    .optional()
    .describe('Name in the list of models. Default: the last part of the address.'),
  model_source: source.describe(
    'Where the model comes from. With Custom, the scheme of the address selects the source.',
  ),
  max_wait_seconds: seconds()
    .min(1)
    .default(DEFAULT_MODEL_WAIT_SECONDS)
    .meta({ variant: 'a' })
    .describe('Timeout of the download. The step fails when it is exceeded; the received part is kept.'),
  metadata: z
    .record(z.string(), json())
    .meta({ widget: 'json', variant: 'b', secrets: 'refused' })
    .default({})
    .describe('Object that is stored with the model, for example a licence or a description.'),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Enter the 64 hex digits of a SHA-256')
    .meta({ variant: 'added', secrets: 'refused' })
    .optional()
    .describe('Expected SHA-256 of the file. The step fails when the checksum differs.'),
  revision: line()
    .pipe(z.string().min(1).max(200))
    .meta({ variant: 'added', secrets: 'refused' })
    .optional()
    .describe('Branch, tag or commit of a repository. The model keeps the commit. Default: main.'),
  files: z
    .array(z.string().min(1).max(200))
    .max(50)
    .meta({ variant: 'added', secrets: 'refused' })
    .default([])
    .describe(
      'Names of the files to download; * matches any text, for example *Q4_K_M.gguf. Default: the weights in one format with their configuration files, or all files of a folder.',
    ),
  token: z
    .string()
    .min(1)
    .meta({ widget: 'secret', variant: 'added' })
    .optional()
    .describe(
      'Access token of the source, sent as a bearer token to its host only. For S3 <access key id>:<secret access key>; for Google Cloud Storage a bearer token or an HMAC key of that form. Use {{secrets.<name>}}.',
    ),
});

/** Adds a model to the registry: its files are downloaded, verified and stored. docs/models.md. */
export const modelAdd = defineAction({
  type: MODEL_ADD,
  title: 'Add model',
  description: 'Download a model, verify its files and add it to the registry.',
  icon: 'model_add',
  sentence: 'Add {model_uri} from {model_source}[ as {model_name}]',
  category: 'model',
  effect: 'write',
  idempotent: true,
  params,

  docs: {
    examples: [
      {
        title: 'One quantization of a repository on Hugging Face',
        step: {
          id: 'add',
          params: {
            model_uri: 'Qwen/Qwen2.5-0.5B-Instruct-GGUF',
            model_name: 'qwen2.5-0.5b',
            model_source: 'model_hub',
            files: ['*q4_k_m.gguf'],
          },
        },
      },
      {
        title: 'Model from a URL',
        step: {
          id: 'add',
          params: {
            model_uri: 'https://models.example.org/support-v4.gguf',
            model_name: 'support-v4',
            model_source: 'url',
          },
        },
      },
      {
        title: 'Folder of a bucket',
        step: {
          id: 'add',
          params: {
            model_uri: 's3://models/support-v4/',
            model_name: 'support-v4',
            model_source: 's3',
            token: '{{secrets.bucket_keys}}',
          },
        },
      },
      {
        title: 'Private model with a checksum and a time limit',
        step: {
          id: 'add',
          params: {
            model_uri: '{{params.model_uri}}',
            model_name: 'support-v4',
            model_source: 'url',
            sha256: '{{params.sha256}}',
            token: '{{secrets.registry_token}}',
            max_wait_seconds: 1800,
          },
          retry: { max_attempts: 3, retry_on: ['timeout', 'connection_error'] },
        },
      },
    ],
    failures: {
      timeout:
        'the download took longer than max_wait_seconds. The received part is kept, and the next attempt resumes.',
      connection_error: 'the source was not reached or closed the connection repeatedly.',
      rejected:
        'the checksum differs, the source refused access, the address is blocked, or a person cancelled the download.',
      invalid_params: 'the address names no file of the source, or the path is outside MODELS_LOCAL_DIRS.',
      storage_full: 'the disk has too little free space for the model.',
    },
    notes: [
      'A step that runs again finds the model that it added: the same name and content give the same model_id.',
      'Two steps that add the same model at the same time share one download.',
      'A model is available only when every file is complete and verified.',
    ],
  },

  output: z.object({
    model_id: z.string().describe('ID of the model.'),
    model_name: z.string().describe('Name of the model.'),
    size_bytes: z.int().describe('Size of all files, in bytes.'),
    status: z.enum(READ_MODEL_STATUSES).describe('Status of the model. wait_until reads the current one.'),
    sha256: z.string().describe('SHA-256 of the file, or of the list of files where there are several.'),
    revision: z.string().nullable().describe('Commit of the source; null where a source has no versions.'),
    files: z
      .array(
        z.object({
          path: z.string().describe('Name of the file in the model.'),
          size: z.int().describe('Size, in bytes.'),
          sha256: z.string().describe('SHA-256 of the content, in hex.'),
        }),
      )
      .describe('Files of the model.'),
  }),
  current: { action: 'model_status', from: 'output', fields: ['model_id'] },

  async run(given, ctx) {
    const model = await ctx.models.add(
      {
        source: given.model_source,
        uri: given.model_uri,
        files: given.files,
        ...(given.revision === undefined ? {} : { revision: given.revision }),
        metadata: given.metadata,
        ...(given.model_name === undefined ? {} : { name: given.model_name }),
        ...(given.sha256 === undefined ? {} : { sha256: given.sha256.toLowerCase() }),
        ...(given.token === undefined ? {} : { token: given.token }),
      },
      ctx.deadline(given.max_wait_seconds),
    );
    return {
      model_id: model.id,
      model_name: model.name,
      size_bytes: model.sizeBytes,
      status: 'available' as const,
      sha256: model.sha256,
      revision: model.revision ?? null,
      files: model.files.map((file) => ({ ...file })),
    };
  },
});
