/** Whether a content type says JSON: `application/json`, `application/problem+json`. */
export function isJsonType(type: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(type);
}

const TEXT = /^text\/|\+(?:xml|yaml)$/;

/** Types outside `text/` whose content is text all the same. */
const TEXTS = new Set([
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/jsonl',
  'application/json-lines',
  'application/ndjson',
  'application/rtf',
  'application/sql',
  'application/toml',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-www-form-urlencoded',
  'application/x-yaml',
  'application/xml',
  'application/xml-dtd',
  'application/yaml',
]);

/** Whether a content type says text, by itself or by naming a charset. */
export function isTextType(type: string): boolean {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return TEXT.test(essence) || TEXTS.has(essence) || charsetOf(type) !== undefined;
}

/** The decoder for the charset that the type names; UTF-8 when it names none or one that is unknown. */
export function decoderFor(type: string): TextDecoder {
  const charset = charsetOf(type);
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

function charsetOf(type: string): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
}

/** How much of an answer is looked at to tell what it is, in bytes. */
const SAMPLE = 65_536;

/** Whether content is binary although it may say otherwise: text in the usual encodings holds no zero bytes. */
export function looksBinary(body: Uint8Array): boolean {
  return body.subarray(0, SAMPLE).includes(0);
}

/** Whether content that says nothing of itself reads as text. */
export function looksLikeText(body: Uint8Array): boolean {
  if (looksBinary(body)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
