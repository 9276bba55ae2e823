import { ActionError } from '../../errors';

// RFC 9110, sections 5.1 and 5.5: a token, and text without control characters.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * Headers with names in lower case, so that those of the author replace the defaults.
 * @throws ActionError `invalid_params`
 */
export function parseHeaders(written: Readonly<Record<string, string>>, target: URL): Record<string, string> {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) {
        throw invalid(`“${name}” is not a valid header name. Use letters, digits and hyphens.`);
      }
      const text = value.trim();
      if (!HEADER_VALUE.test(text)) {
        throw invalid(
          `The value of the header ${name} contains a line break or another invalid character. Remove it.`,
        );
      }
      const key = name.toLowerCase();
      if (key === 'host' && text.toLowerCase() !== target.host) {
        throw invalid(
          `The header ${name} is set from params.url. Remove the header and enter the host in params.url.`,
        );
      }
      return [key, text];
    }),
  );
}

function invalid(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.headers' });
}
