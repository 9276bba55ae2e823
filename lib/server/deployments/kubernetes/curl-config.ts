/** A file for a pod to fetch. */
export interface RemoteFile {
  readonly url: string;
  /** Relative to the folder of the model. */
  readonly path: string;
  readonly sha256: string;
}

/** A configuration file for curl: general options, then one transfer for each file. */
export function curlConfig(files: readonly RemoteFile[]): string {
  const shared = ['fail', 'silent', 'show-error', 'location', 'create-dirs', 'retry = 8', 'retry-all-errors'];
  const transfers = files.map(({ url, path }) => [
    ...shared,
    `url = ${quoted(url)}`,
    `output = ${quoted(path)}`,
  ]);
  return `${transfers.map((lines) => lines.join('\n')).join('\nnext\n')}\n`;
}

/** A checksum file for sha256sum. Names contain neither line breaks nor backslashes. */
export function sha256sums(files: readonly RemoteFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** A quoted value in the syntax of curl: https://curl.se/docs/manpage.html#-K */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
