import { isTemplate } from '../expression';
import { isJsonObject, type Json } from '../json';
import type { ParamsContext } from './params-context';

/** Headers whose whole value is a credential: `X-Api-Key`, `Private-Token`. */
const KEY_HEADER = /(?:^|[-_])(?:api-?key|token|secret|password)$/i;
const AUTHORIZATION = /^(?:proxy-)?authorization$/i;
/** The scheme before a credential, which is not secret: `Bearer `. */
const SCHEME = /^(?:bearer|basic|token|apikey)\s+/i;
/** Shorter values are placeholders. */
const MIN_LENGTH = 8;

/**
 * The part of a header's value that is a credential, as `[start, end)`; undefined for other values, and for templates,
 * which read theirs from a secret.
 */
export function literalCredential(
  header: string,
  value: string,
): readonly [start: number, end: number] | undefined {
  if (isTemplate(value)) return undefined;
  const text = value.trimEnd();
  const isAuthorization = AUTHORIZATION.test(header);
  const scheme = isAuthorization ? SCHEME.exec(text)?.[0].length : undefined;
  if (scheme === undefined && !KEY_HEADER.test(header)) return undefined;
  const start = scheme ?? 0;
  return text.length - start < MIN_LENGTH ? undefined : [start, text.length];
}

/** Warns of headers that contain a credential as text, which everyone who can open the pipeline can read. */
export function checkLiteralCredentials(name: string, value: Json, path: string, ctx: ParamsContext): void {
  if (name !== 'headers' || !isJsonObject(value)) return;
  for (const [header, text] of Object.entries(value)) {
    const found = typeof text === 'string' ? literalCredential(header, text) : undefined;
    if (found === undefined) continue;
    const [start, end] = found;
    ctx.report({
      code: 'literal_credential',
      severity: 'warning',
      path: `${path}.${header}`,
      range: { start, end },
      message: `The header ${header} contains a credential as text, which everyone who can open the pipeline can read.`,
      hint: 'Store it as a secret, and write {{secrets.<name>}} in its place.',
    });
  }
}
