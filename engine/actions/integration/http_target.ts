import { ActionError } from '../../errors';

/**
 * Parses the address and adds the query to its own.
 * @throws ActionError `invalid_params`, whose message does not repeat the address, which may contain a secret
 */
export function parseTarget(written: string, query: Readonly<Record<string, string>>): URL {
  if (!URL.canParse(written)) {
    throw invalid('params.url is not a URL. Enter a URL that starts with http:// or https://.');
  }
  const target = new URL(written);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw invalid('params.url is not an HTTP URL. Enter a URL that starts with http:// or https://.');
  }
  if (target.username !== '' || target.password !== '') {
    throw invalid(
      'params.url contains a user name or password. Remove them and send an Authorization header from a secret.',
    );
  }
  const parts = Object.entries(query).map((pair) => pair.map(encode).join('='));
  target.search = [target.search.slice(1), ...parts].filter((part) => part !== '').join('&');
  return target;
}

/** Unpaired surrogates have no encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}

function invalid(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.url' });
}
