import { isIP } from 'node:net';
import { type Address, isWithin } from './address';
import { canonicalHost } from './host';

/** A target that is allowed although the mode refuses it; without a port, all ports. */
export type AllowRule =
  /** A name, or `*.example.org` for every name below. */
  | { readonly host: string; readonly port?: number }
  /** Addresses, as `10.0.0.0/8`. */
  | { readonly network: string; readonly port?: number };

/**
 * Parses `host`, `*.host`, an address or a CIDR, each with or without a port; undefined for anything else.
 */
export function parseRule(entry: string): AllowRule | undefined {
  const [where, digits] = splitPort(entry);
  if (where === undefined) return undefined;
  const place = parsePlace(where);
  if (place === undefined || digits === undefined) return place;
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { ...place, port } : undefined;
}

const BRACKETED = /^\[([^\]]+)\](\/\d+)?(?::(\d{1,5}))?$/;
const WITH_PORT = /^([^:]+):(\d{1,5})$/;

function splitPort(entry: string): readonly (string | undefined)[] {
  const [, inside, bits = '', port] = BRACKETED.exec(entry) ?? [];
  if (inside !== undefined) return isIP(inside.split('/', 1)[0] ?? '') === 6 ? [inside + bits, port] : [];
  const [, where, digits] = WITH_PORT.exec(entry) ?? [];
  return where === undefined ? [entry, undefined] : [where, digits];
}

function parsePlace(text: string): { network: string } | { host: string } | undefined {
  if (text.includes('/')) return parseNetwork(text);
  const isPattern = text.startsWith('*.');
  const host = canonicalHost(isPattern ? text.slice(2) : text);
  if (host === undefined || host.includes('*')) return undefined;
  const version = isIP(host);
  if (version === 0) return { host: isPattern ? `*.${host}` : host };
  return isPattern ? undefined : { network: `${host}/${version === 4 ? 32 : 128}` };
}

function parseNetwork(text: string): { network: string } | undefined {
  const [, base = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(base);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  return { network: `${base.toLowerCase()}/${Number(bits)}` };
}

/** Whether a host matches a name or `*.example.org`. Both are canonical. */
export function hostMatches(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** How far a rule covers a connection: completely if it names the port, otherwise the address alone. */
export function coverage(
  rules: readonly AllowRule[],
  to: { readonly host: string; readonly port: number; readonly address: Address },
): { readonly address: boolean; readonly port: boolean } {
  const covering = rules.filter((rule) => {
    if (rule.port !== undefined && rule.port !== to.port) return false;
    return 'host' in rule ? hostMatches(to.host, rule.host) : isWithin(to.address, rule.network);
  });
  return { address: covering.length > 0, port: covering.some((rule) => rule.port !== undefined) };
}
