/** A file for a pod to fetch. */
export interface RemoteFile {
  readonly url: string;
  /** Below the folder of the model. */
  readonly path: string;
  readonly sha256: string;
}

/** What curl reads as its configuration: options that are always right, then one transfer for each file. */
export function curlConfig(files: readonly RemoteFile[]): string {
  const shared = ['fail', 'silent', 'show-error', 'location', 'create-dirs', 'retry = 8', 'retry-all-errors'];
  const transfers = files.map(({ url, path }) => [
    ...shared,
    `url = ${quoted(url)}`,
    `output = ${quoted(path)}`,
  ]);
  return `${transfers.map((lines) => lines.join('\n')).join('\nnext\n')}\n`;
}

/** What sha256sum reads: names have neither line breaks nor backslashes. */
export function sha256sums(files: readonly RemoteFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** A text in the notation of curl: https://curl.se/docs/manpage.html#-K */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
