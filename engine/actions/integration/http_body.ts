import type { Json } from '../../json';
import type { HttpResponse } from '../../ports';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The body as it is sent, and the headers that say so; no body with a method that carries none. Rules, section 7. */
export function encodeBody(request: {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
}): { headers: Record<string, string>; body: string | undefined } {
  const { method, headers, body } = request;
  if (body === undefined || !METHODS_WITH_BODY.has(method))
    return { headers: { ...headers }, body: undefined };
  const isText = typeof body === 'string';
  const type = headers['content-type'] ?? (isText ? 'text/plain; charset=utf-8' : 'application/json');
  // Text that already is JSON, as templates make it, goes out once, not wrapped a second time.
  const asIs = isText && (!isJsonType(type) || isJson(body));
  return { headers: { ...headers, 'content-type': type }, body: asIs ? body : JSON.stringify(body) };
}

/** The answer's body: parsed when its type says JSON and it is, otherwise text. */
export function readBody({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): Json {
  const type = headers['content-type'] ?? '';
  const text = decoderFor(type).decode(body);
  if (!isJsonType(type) || text.trim() === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    // Said to be JSON and is not: the author still wants to see what came.
    return text;
  }
}

function isJsonType(type: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(type);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The decoder for the charset that the type names; UTF-8 when it names none or one that is unknown. */
function decoderFor(type: string): TextDecoder {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
