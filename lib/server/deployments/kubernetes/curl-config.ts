import { OF_NOTHING } from '../../adapters/s3/request';
import type { S3Credentials } from '../../adapters/s3/sign';

/** Credentials for the source of a file. */
export type FileAccess =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 's3'; readonly region: string; readonly keys: S3Credentials };

/** A file for a pod to fetch. */
export interface RemoteFile {
  readonly url: string;
  /** Below the folder of the model. */
  readonly path: string;
  readonly sha256: string;
  /** @default none */
  readonly access?: FileAccess | undefined;
}

/** What curl reads as its configuration: options that are always right, then one transfer for each file. */
export function curlConfig(files: readonly RemoteFile[]): string {
  const shared = ['fail', 'silent', 'show-error', 'create-dirs', 'retry = 8', 'retry-all-errors'];
  const transfers = files.map(({ url, path, access }) => [
    ...shared,
    ...linesOf(access),
    `url = ${quoted(url)}`,
    `output = ${quoted(path)}`,
  ]);
  return `${transfers.map((lines) => lines.join('\n')).join('\nnext\n')}\n`;
}

/** Signed requests do not follow redirects. For others, curl keeps the header from the hosts of redirects. */
function linesOf(access: FileAccess | undefined): readonly string[] {
  if (access === undefined) return ['location'];
  if (access.kind === 'bearer')
    return ['location', `header = ${quoted(`Authorization: Bearer ${access.token}`)}`];
  const { accessKeyId, secretAccessKey, sessionToken } = access.keys;
  return [
    `aws-sigv4 = ${quoted(`aws:amz:${access.region}:s3`)}`,
    `user = ${quoted(`${accessKeyId}:${secretAccessKey}`)}`,
    `header = ${quoted(`x-amz-content-sha256: ${OF_NOTHING}`)}`,
    ...(sessionToken === undefined ? [] : [`header = ${quoted(`x-amz-security-token: ${sessionToken}`)}`]),
  ];
}

/** What sha256sum reads: names have neither line breaks nor backslashes. */
export function sha256sums(files: readonly RemoteFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** A text in the notation of curl: https://curl.se/docs/manpage.html#-K */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
