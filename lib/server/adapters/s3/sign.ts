import { AwsV4Signer } from 'aws4fetch';

/** Keys of an account of an S3-compatible store. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary keys. */
  readonly sessionToken?: string;
}

/** The location of a bucket. */
export interface S3Place {
  readonly endpoint: URL;
  readonly bucket: string;
  /** Whether the bucket is in the path instead of the host. @default true */
  readonly isPathStyle?: boolean;
}

/** Address of an object, or of the bucket without a key. */
export function s3Url(
  { endpoint, bucket, isPathStyle = true }: S3Place,
  key = '',
  query: Readonly<Record<string, string>> = {},
): URL {
  const path = key.split('/').map(encoded).join('/');
  const url = new URL(isPathStyle ? `/${bucket}/${path}` : `/${path}`, endpoint);
  if (!isPathStyle) url.host = `${bucket}.${endpoint.host}`;
  url.search = Object.entries(query)
    .map((entry) => entry.map(encoded).join('='))
    .join('&');
  return url;
}

/** Percent-encoding of RFC 3986, which signatures require: `encodeURIComponent` leaves out some characters. */
function encoded(text: string): string {
  const codeOf = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, codeOf);
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** With `x-amz-content-sha256`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly region: string;
}

/** Headers of a request with a current signature ("Signature Version 4"). */
export async function signedHeaders(
  { method, url, headers, region }: UnsignedRequest,
  credentials: S3Credentials,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers },
    service: 's3',
    region,
    ...credentials,
  });
  return Object.fromEntries((await signer.sign()).headers);
}
