import { isJsonObject, type Json } from '@/engine';
import type { Reader } from './byte-source';
import type { OutlineNode, Segment } from './outline';

/** Name of an entry: a key, or a position in a list. */
export type Name = string | number;

/** The entries of a segment without a large one. */
export async function readSegment(
  reader: Reader,
  { kind }: OutlineNode,
  { first, start, end }: Segment,
): Promise<(readonly [Name, Json])[]> {
  return parseSegment(await reader.text(start, end), kind, first);
}

/** Entries as they are between the brackets of their list or object. */
export function parseSegment(
  text: string,
  kind: OutlineNode['kind'],
  first: number,
): (readonly [Name, Json])[] {
  if (kind === 'object') return Object.entries(jsonOf<{ [key: string]: Json }>(`{${text}}`));
  return jsonOf<Json[]>(`[${text}]`).map((value, index) => [first + index, value] as const);
}

/** The entries of a parsed value; none of a scalar. */
export function entriesIn(value: Json): (readonly [Name, Json])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Name of a large entry. */
export async function nameOfLarge(reader: Reader, { kind }: OutlineNode, segment: Segment): Promise<Name> {
  if (kind === 'array' || !segment.large) return segment.first;
  const key = await reader.text(segment.start, segment.large.start);
  return Object.keys(jsonOf<{ [key: string]: Json }>(`{${key}0}`))[0] ?? '';
}

/** Guaranteed by the outline: the text is a part of stored JSON, completed to a list or object. */
export function jsonOf<T extends Json>(text: string): T {
  return JSON.parse(text) as T;
}
