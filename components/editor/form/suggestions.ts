import { COMMON_MEDIA_TYPES } from '@/engine/media-types';
import { PRACTICE_HOST } from '@/lib/contracts/practice';
import { writeSecret } from './secret-names';

/** Common headers, offered while a name is typed. */
export const HEADER_NAMES: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
];

/** Whether a literal text may contain a secret: a URL with a password, or text that looks like a key. */
export function looksSecret(text: string): boolean {
  const written = text.trim();
  if (written === '') return false;
  // Templates are not literal text.
  const literal = written.replace(/\{\{[\s\S]*?(?:\}\}|$)/g, '');
  if (literal.trim() === '') return false;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(literal);
  if (scheme === null) return !written.includes('{{');
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(written)?.[1] ?? '';
  const password = authority.includes(':') ? authority.slice(authority.indexOf(':') + 1) : '';
  const isTemplate = /^\s*\{\{[\s\S]*\}\}\s*$/.test(password);
  return (password !== '' && !isTemplate) || /[?&](?:password|token|api_?key|secret)=[^&{]/i.test(written);
}

/** A note about the host of a request. `warn` when it should be changed. */
export interface HostNote {
  readonly text: string;
  readonly warn: boolean;
}

const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|[^.]+$)/;

/** The host of a URL, as far as its text shows it; undefined if unknown. */
export function hostNote(url: string): HostNote | undefined {
  const text = url.trim();
  if (text === '') return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    if (text.startsWith('{{')) return { text: 'The host is set by the expression.', warn: false };
    return { text: 'Start with https:// or http://.', warn: true };
  }
  if (scheme !== 'https' && scheme !== 'http')
    return { text: `${scheme}: is not supported. Use https: or http:.`, warn: true };
  return authorityNote(scheme, /^[^/?#]*/.exec(text.slice(scheme.length + 3))?.[0] ?? '');
}

/** The note for the authority of a URL. */
function authorityNote(scheme: string, authority: string): HostNote | undefined {
  if (authority.includes('{{')) return { text: 'The host is set by an expression.', warn: false };
  if (authority === '') return undefined;
  if (authority.includes('@')) {
    return {
      text: 'The URL contains a user name or password. Send an Authorization header from a secret instead.',
      warn: true,
    };
  }
  if (!URL.canParse(`${scheme}://${authority}`))
    return { text: `“${authority}” is not a valid host.`, warn: true };
  const { host, hostname } = new URL(`${scheme}://${authority}`);
  if (scheme === 'http' && hostname !== PRACTICE_HOST && !LOCAL.test(hostname)) {
    return { text: `Sent to ${host} unencrypted. Others on the network can read the request.`, warn: true };
  }
  return { text: `Sent to ${host}.`, warn: false };
}

/** Values offered for a header by its name. Credentials are offered from secrets, never as text. */
export function headerValues(name: string, secrets: readonly string[]): readonly string[] {
  switch (name.toLowerCase()) {
    case 'accept':
    case 'content-type':
      return COMMON_MEDIA_TYPES;
    case 'authorization':
      return secrets.map((secret) => `Bearer ${writeSecret(secret)}`);
    case 'x-api-key':
      return secrets.map(writeSecret);
    case 'cache-control':
      return ['no-cache', 'no-store'];
    case 'prefer':
      return ['return=representation', 'return=minimal', 'respond-async'];
    default:
      return [];
  }
}
