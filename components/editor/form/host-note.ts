/** What the address of a request says about where it goes. `warn` when it should not stay as it is. */
export interface HostNote {
  readonly text: string;
  readonly warn: boolean;
}

const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|[^.]+$)/;

/** Where a URL leads, as far as its text tells. Undefined while nothing useful can be said. */
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
  const authority = /^[^/?#]*/.exec(text.slice(scheme.length + 3))?.[0] ?? '';
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
  if (scheme === 'http' && !LOCAL.test(hostname)) {
    return { text: `Sent to ${host} unencrypted. Others on the network can read the request.`, warn: true };
  }
  return { text: `Sent to ${host}.`, warn: false };
}
