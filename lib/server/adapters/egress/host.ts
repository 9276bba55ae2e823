import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { canonicalAddress, readAddress } from './address';

/** Characters that end a host in a URL or are not allowed in one. */
const FOREIGN = /[\s/\\?#@:%[\]]/;

/**
 * The canonical form of a host: lower case, punycode, no final dot, no brackets, and canonical addresses
 * (`0x7f.1` becomes `127.0.0.1`). Undefined when the text is not a host.
 */
export function canonicalHost(written: string): string | undefined {
  const bare = written.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return canonicalAddress(bare);
  const undotted = bare.replace(/\.$/, '');
  if (undotted === '' || FOREIGN.test(undotted)) return undefined;
  const host = domainToASCII(undotted);
  return host === '' ? undefined : host;
}

/** Host and port in the usual notation: `[::1]:80`. */
export function hostAndPort({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the host is a loopback name or address. */
export function isLoopbackName(written: string): boolean {
  const host = canonicalHost(written);
  if (host === undefined || isIP(host) === 0) return host === 'localhost';
  return readAddress(host).range() === 'loopback';
}
