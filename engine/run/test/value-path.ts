import { isJsonObject, type Json, ownProperty } from '../../json';

/** Keys and positions that lead to a value. */
export type ValuePath = readonly (string | number)[];

const PART = /\.?([A-Za-z0-9_-]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/y;
const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Reads `outputs.items[0]["odd key"]`; undefined when the text is no path. */
export function parseValuePath(text: string): ValuePath | undefined {
  const parts: (string | number)[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    const part = match && partOf(match);
    if (part === undefined || part === null) return undefined;
    parts.push(part);
  }
  return parts.length === 0 ? undefined : parts;
}

function partOf([, key, index, quoted]: RegExpExecArray): string | number | undefined {
  if (key !== undefined) return key;
  if (index !== undefined) return Number(index);
  return quoted === undefined ? undefined : unquoted(quoted);
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // The text has an escape that JSON does not know, so it is no path.
    return undefined;
  }
}

/** Writes a path as `parseValuePath` reads it. */
export function valuePathText(path: ValuePath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!PLAIN.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: Json | undefined, path: ValuePath): Json | undefined {
  let found = value;
  for (const part of path) {
    if (Array.isArray(found)) found = typeof part === 'number' ? found[part] : undefined;
    else if (isJsonObject(found)) found = ownProperty(found, String(part));
    else return undefined;
  }
  return found;
}
