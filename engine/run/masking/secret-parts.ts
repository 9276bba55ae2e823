/** Shortest password of an address that is searched for on its own. */
const MIN_PASSWORD = 8;

/** The passwords in an address, encoded and decoded: a database or a mail server may repeat one without the address. */
export function passwordsIn(text: string): string[] {
  const [, written] = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^:/@\s]*:([^@\s]+)@/i.exec(text) ?? [];
  if (written === undefined) return [];
  return [...new Set([written, decoded(written)])].filter((password) => password.length >= MIN_PASSWORD);
}

/** The host of an address as connections spell it, which may differ from how it is written: `0x7f.1`, `EXÄMPLE.org`. */
export function hostsIn(text: string): string[] {
  const [, scheme, rest] = /^\s*([a-z][a-z0-9+.-]*:)(\/\/.*)$/is.exec(text) ?? [];
  // The URL parser normalises hosts only for the schemes of the web.
  const address = scheme === undefined ? '' : `http:${rest}`;
  if (!URL.canParse(address)) return [];
  const written = /^[^/?#]*/.exec(address.slice('http://'.length))?.[0] ?? '';
  const named = written.slice(written.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return [named.toLowerCase(), new URL(address).hostname.replace(/^\[|\]$/g, '')];
}

/** A text with percent escapes decoded; unchanged when they are invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
