import type { Json, JsonObject } from '../json';
import { MAX_LEVELS, MAX_NAMES } from '../json-limits';
import type { Pausing } from '../pausing';
import { readingJson } from '../read-json';
import { MAX_RUN_BYTES, megabytes } from '../value-limits';

/** A received request without its body. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly query: Iterable<readonly [string, string]>;
}

/** A received body. */
export interface BodyText {
  readonly contentType: string | undefined;
  readonly text: string;
}

/** The body of a request as a value, or why it cannot be read, in one sentence. */
export type ReadBody = { readonly body: Json } | { readonly problem: string };

/** Headers that authenticate the sender: readers of a run must not see them. */
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie'];

/** Reads a body by its type: JSON, a form, otherwise text. Without a type it is JSON if it is valid JSON. */
export function* readingBody({ contentType, text }: BodyText): Pausing<ReadBody> {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  const name = type.trim();
  if (text === '') return { body: null };
  if (name === 'application/json' || name.endsWith('+json')) return yield* readingJsonBody(text);
  if (name === 'application/x-www-form-urlencoded') return readForm(text);
  if (name.startsWith('multipart/')) {
    return { problem: `The content type ${name} is not supported. Send JSON, a form (urlencoded) or text.` };
  }
  if (name !== '') return { body: text };
  const read = yield* readingJson(text);
  return { body: 'value' in read ? read.value : text };
}

const JSON_PROBLEMS = {
  'not JSON': 'Content-Type is JSON, but the body is not valid JSON.',
  'too deep': `The body is nested too deeply: more than ${MAX_LEVELS} levels. Send it with fewer levels.`,
  'too many names': 'The body has too many different names. Send lists instead of objects.',
  'too much memory': `The body would take more than ${megabytes(MAX_RUN_BYTES)} of memory. Send less, or nest it less.`,
  'number too large': 'The body contains a number that is too large. Send the number as text.',
} as const;

function* readingJsonBody(text: string): Pausing<ReadBody> {
  const read = yield* readingJson(text);
  return 'value' in read ? { body: read.value } : { problem: JSON_PROBLEMS[read.problem] };
}

function readForm(text: string): ReadBody {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_NAMES) return { problem: `The form has more than ${MAX_NAMES} fields.` };
  return { body: valuesOf(fields) };
}

/** A repeated name has a list. */
function valuesOf(entries: Iterable<readonly [string, string]>): JsonObject {
  const values = new Map<string, Json>();
  for (const [name, value] of entries) {
    const known = values.get(name);
    if (known === undefined) values.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else values.set(name, [known, value]);
  }
  // `fromEntries` creates own properties only, even for the name `__proto__`.
  return Object.fromEntries(values);
}

/**
 * The value of `trigger` for templates, after a call of a webhook.
 * @param secretHeader the header with a secret, left out like all headers that authenticate the sender
 * @param receivedAt ISO 8601
 */
export function webhookTrigger(
  request: WebhookRequest,
  body: Json,
  { secretHeader, receivedAt }: { secretHeader: string | undefined; receivedAt: string },
): JsonObject {
  const hidden = [...CREDENTIALS, ...(secretHeader === undefined ? [] : [secretHeader.toLowerCase()])];
  const headers = [...request.headers]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !hidden.includes(name));
  return {
    body,
    headers: Object.fromEntries(headers),
    query: valuesOf(request.query),
    method: request.method,
    received_at: receivedAt,
  };
}
