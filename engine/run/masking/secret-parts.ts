/** Shortest password of an address that is looked for by itself. */
const MIN_PASSWORD = 8;

/** The password of an address, as written and as it is meant: a database or a mail server may repeat it alone. */
export function passwordsIn(text: string): string[] {
  const [, written] = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^:/@\s]*:([^@\s]+)@/i.exec(text) ?? [];
  if (written === undefined) return [];
  return [...new Set([written, decoded(written)])].filter((password) => password.length >= MIN_PASSWORD);
}

/** The host of an address as connections name it, which may be spelled otherwise than it is written: `0x7f.1`, `EXÄMPLE.org`. */
export function hostsIn(text: string): string[] {
  const [, scheme, rest] = /^\s*([a-z][a-z0-9+.-]*:)(\/\/.*)$/is.exec(text) ?? [];
  // Hosts are normalised for the schemes of the web alone.
  const address = scheme === undefined ? '' : `http:${rest}`;
  if (!URL.canParse(address)) return [];
  const written = /^[^/?#]*/.exec(address.slice('http://'.length))?.[0] ?? '';
  const named = written.slice(written.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return [named.toLowerCase(), new URL(address).hostname.replace(/^\[|\]$/g, '')];
}

/** A text without its percent escapes; as it is where they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
