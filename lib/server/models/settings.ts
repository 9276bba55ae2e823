import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import type { S3Address } from '../adapters/blobs/s3-address';
import type { S3SourceSettings } from '../adapters/models/sources/s3-bucket';
import type { S3Credentials } from '../adapters/s3/sign';

/** A bucket with its credentials. */
export type ModelBucketSettings = S3Address & { readonly credentials: S3Credentials };

/** Settings of the store and of the sources of models. */
export interface ModelSettings {
  readonly models: {
    /**
     * The folder of model contents, from MODELS_DIR. All processes share it; with `store` it is a cache of this
     * machine. @default `models` in the data folder
     */
    readonly dir: string;
    /** The bucket of model contents, from MODELS_STORE_URL and its keys. @default the folder */
    readonly store: ModelBucketSettings | undefined;
    /** Size limit of the cache folder in bytes, from MODELS_CACHE_GB. @default 100 GB */
    readonly cacheBytes: number;
    /** Base URL of the model hub, from HF_ENDPOINT. @default https://huggingface.co */
    readonly hubEndpoint: URL;
    /** Folders of this machine that models may be added from, from MODELS_LOCAL_DIRS. @default none */
    readonly localDirs: readonly string[];
    /** From AWS_ENDPOINT_URL_S3, AWS_REGION, MODELS_S3_PATH_STYLE, MODELS_S3_ACCESS_KEY_ID and MODELS_S3_SECRET_ACCESS_KEY. */
    readonly s3: S3SourceSettings;
    /** Server of Google Cloud Storage, from STORAGE_EMULATOR_HOST. @default https://storage.googleapis.com */
    readonly gcsEndpoint: URL;
  };
}

const webOrigin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  context.addIssue('must be an http or https address without a path, like https://store.example.org');
  return z.NEVER;
});

const folderList = z.string().transform((text, context) => {
  const folders = text.split(delimiter).flatMap((part) => part.trim() || []);
  const other = folders.find((folder) => !isAbsolute(folder));
  if (other === undefined) return folders;
  context.addIssue(`must be absolute folders with "${delimiter}" between them, but contains "${other}"`);
  return z.NEVER;
});

/** The variable may have only a host and port. */
const emulator = z.string().transform((text) => (/^https?:/.test(text) ? text : `http://${text}`));

/** Schemas of the environment variables. */
export const modelVariables = {
  HF_ENDPOINT: webOrigin.default(new URL('https://huggingface.co')),
  MODELS_DIR: z.string().optional(),
  MODELS_STORE_ACCESS_KEY_ID: z.string().optional(),
  MODELS_STORE_SECRET_ACCESS_KEY: z.string().optional(),
  MODELS_CACHE_GB: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
    .transform(Number)
    .default(100),
  MODELS_LOCAL_DIRS: folderList.default([]),
  AWS_ENDPOINT_URL_S3: webOrigin.optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, like eu-central-1')
    .default('us-east-1'),
  MODELS_S3_PATH_STYLE: z.enum(['0', '1'], 'must be "1" or "0"').optional(),
  MODELS_S3_ACCESS_KEY_ID: z.string().optional(),
  MODELS_S3_SECRET_ACCESS_KEY: z.string().optional(),
  STORAGE_EMULATOR_HOST: emulator.pipe(webOrigin).default(new URL('https://storage.googleapis.com')),
};

const GB = 1_000_000_000;

type Values = z.output<z.ZodObject<typeof modelVariables>> & { readonly PIPEWRIGHT_DATA_DIR: string };

/** Settings that are combined from several variables. */
export interface ModelStores {
  /** Credentials of the source s3. */
  readonly sourceCredentials: S3Credentials | undefined;
  readonly store: ModelBucketSettings | undefined;
}

/** Builds the settings from the variables. */
export function modelsOf(
  values: Values,
  cwd: string,
  { sourceCredentials: credentials, store }: ModelStores,
): ModelSettings['models'] {
  const { AWS_ENDPOINT_URL_S3: endpoint, MODELS_S3_PATH_STYLE: pathStyle } = values;
  return {
    dir: resolve(cwd, values.MODELS_DIR ?? join(values.PIPEWRIGHT_DATA_DIR, 'models')),
    store,
    cacheBytes: values.MODELS_CACHE_GB * GB,
    hubEndpoint: values.HF_ENDPOINT,
    localDirs: values.MODELS_LOCAL_DIRS,
    s3: {
      endpoint,
      region: values.AWS_REGION,
      // Most S3-compatible stores have no host name for each bucket.
      isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === '1',
      credentials,
    },
    gcsEndpoint: values.STORAGE_EMULATOR_HOST,
  };
}
