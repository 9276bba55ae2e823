import type { S3Address } from './s3-address';

/** Where contents of files and large values are stored. */
export type BlobsConfig =
  | { readonly kind: 'disk' }
  | { readonly kind: 'database' }
  | ({ readonly kind: 's3'; readonly accessKeyId: string; readonly secretAccessKey: string } & S3Address);

export interface BlobSettings {
  /** From FILES_URL and its keys. @default a folder of the data folder, or DATABASE_URL when that is set */
  readonly blobs: BlobsConfig;
}
