/** Whether the caller takes a body compressed with gzip. */
export function takesGzip({ headers }: Request): boolean {
  return /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
}
