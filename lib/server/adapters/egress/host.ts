import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { canonicalAddress, readAddress } from './address';

/** Characters that would end a host inside an address, or that only a URL may hold. */
const FOREIGN = /[\s/\\?#@:%[\]]/;

/**
 * The one spelling of a host: lower case, punycode, no final dot, no brackets, and addresses in their usual form
 * (`0x7f.1` is `127.0.0.1`). Undefined where the text names no host.
 */
export function canonicalHost(written: string): string | undefined {
  const bare = written.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return canonicalAddress(bare);
  const undotted = bare.replace(/\.$/, '');
  if (undotted === '' || FOREIGN.test(undotted)) return undefined;
  const host = domainToASCII(undotted);
  return host === '' ? undefined : host;
}

/** Host and port as people write them: `[::1]:80`. */
export function hostAndPort({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the host is this machine's own, by whatever loopback address: no other machine reaches it. */
export function isLoopbackName(written: string): boolean {
  const host = canonicalHost(written);
  if (host === undefined || isIP(host) === 0) return host === 'localhost';
  return readAddress(host).range() === 'loopback';
}
