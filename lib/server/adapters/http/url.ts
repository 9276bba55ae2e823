import { ActionError } from '@/engine';

/**
 * Parses the address of a request.
 * @throws ActionError `rejected`, without the address, which may contain a secret
 */
export function callable(written: string): URL {
  if (!URL.canParse(written)) throw new ActionError('rejected', 'The address of the request is not a URL.');
  const url = new URL(written);
  const problem = problemOf(url);
  if (problem === undefined) return url;
  throw new ActionError('rejected', `The address of the request ${problem}.`);
}

/** Why an address is refused, as text after “the address”; undefined when it is allowed. */
export function problemOf(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'does not start with http:// or https://';
  }
  if (url.username !== '' || url.password !== '') {
    return `for ${url.host} contains a user name or password; send an Authorization header instead`;
  }
  return undefined;
}

/** The host without the brackets that a URL puts around IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
