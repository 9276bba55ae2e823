import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import type { S3SourceSettings } from '../adapters/models/sources/s3-bucket';
import type { S3Credentials } from '../adapters/s3/sign';

/** The settings that say where models are, and where they may come from. */
export interface ModelSettings {
  readonly models: {
    /** The folder of their contents, which all processes share, from MODELS_DIR. @default `models` in the data folder */
    readonly dir: string;
    /** Server of repositories, from HF_ENDPOINT. @default https://huggingface.co */
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

/** Emulators are named by host and port alone, too. */
const emulator = z.string().transform((text) => (/^https?:/.test(text) ? text : `http://${text}`));

/** The variables, which are read with the others. */
export const modelVariables = {
  HF_ENDPOINT: webOrigin.default(new URL('https://huggingface.co')),
  MODELS_DIR: z.string().optional(),
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

type Values = z.output<z.ZodObject<typeof modelVariables>> & { readonly PIPEWRIGHT_DATA_DIR: string };

/** The settings from these variables. */
export function modelsOf(
  values: Values,
  cwd: string,
  credentials: S3Credentials | undefined,
): ModelSettings['models'] {
  const { AWS_ENDPOINT_URL_S3: endpoint, MODELS_S3_PATH_STYLE: pathStyle } = values;
  return {
    dir: resolve(cwd, values.MODELS_DIR ?? join(values.PIPEWRIGHT_DATA_DIR, 'models')),
    hubEndpoint: values.HF_ENDPOINT,
    localDirs: values.MODELS_LOCAL_DIRS,
    s3: {
      endpoint,
      region: values.AWS_REGION,
      // Most compatible stores have no host name for each bucket.
      isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === '1',
      credentials,
    },
    gcsEndpoint: values.STORAGE_EMULATOR_HOST,
  };
}
