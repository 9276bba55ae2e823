import { type Json, type JsonError, locateJsonError } from '@/engine';

/** The value of a JSON text, or the position of its error. */
export type JsonTextResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: JsonError };

/** Parses JSON typed by a person. Reports errors with their exact position, the same in every browser. */
export function parseJsonText(text: string): JsonTextResult {
  if (text.trim() === '') {
    return {
      ok: false,
      error: { message: 'a JSON value is required', offset: 0, line: 1, column: 1 },
    };
  }
  try {
    return { ok: true, value: parsed(text) };
  } catch {
    const error = locateJsonError(text) ?? {
      message: 'the text is not valid JSON',
      offset: 0,
      line: 1,
      column: 1,
    };
    return { ok: false, error };
  }
}

/** JSON.parse, whose result is a JSON value by definition. @throws SyntaxError */
function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}

/** The position of a JSON error, as text: `Line 3, column 5: …`. */
export function describeJsonError(error: JsonError): string {
  return `Line ${error.line}, column ${error.column}: ${error.message}.`;
}
