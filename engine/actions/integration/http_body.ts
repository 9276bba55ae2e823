import type { ActionContext } from '../../action-context';
import { ActionError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { isJsonType } from '../../media-types';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Parameters of the body of a request. */
interface Written {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  /** Path of a stored file. */
  readonly body_file?: string | undefined;
}

interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * The sent body and its headers; no body for a method without one. docs/rules.md, section 7.7.
 * @throws ActionError `invalid_params`
 */
export async function encodeBody(
  written: Written,
  ctx: Pick<ActionContext, 'files' | 'log'>,
): Promise<Encoded> {
  const { method, headers, body, body_file } = written;
  if (body === undefined && body_file === undefined) return { headers };
  if (body !== undefined && body_file !== undefined) {
    throw new ActionError('invalid_params', 'params has both body and body_file. Remove one of them.', {
      path: 'params.body_file',
    });
  }
  if (!METHODS_WITH_BODY.has(method)) {
    ctx.log.warning(`The body was not sent: ${method} requests have no body.`);
    return { headers };
  }
  if (body_file !== undefined) {
    const { file, content } = await ctx.files.get(body_file);
    return { headers: { 'content-type': file.content_type, ...headers }, body: content };
  }
  return encodeJson(body ?? null, headers);
}

const FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

function encodeJson(body: Json, headers: Readonly<Record<string, string>>): Encoded {
  const isText = typeof body === 'string';
  const type = headers['content-type'] ?? (isText ? 'text/plain; charset=utf-8' : 'application/json');
  const typed = { ...headers, 'content-type': type };
  if (isJsonObject(body) && FORM.test(type)) return { headers: typed, body: encodeForm(body) };
  // Text that is already JSON, for example from a template, is sent unchanged instead of as a JSON string.
  const asIs = isText && (!isJsonType(type) || isJson(body));
  return { headers: typed, body: asIs ? body : JSON.stringify(body) };
}

/** The fields of an object as a form: one field for each entry of a list, JSON for an object. */
function encodeForm(body: JsonObject): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, fieldText(one));
  }
  return form.toString();
}

function fieldText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
