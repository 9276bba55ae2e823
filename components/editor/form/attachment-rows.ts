import { isJsonObject, type Json, type JsonObject } from '@/engine';
import { setKey } from '../model/keys';

/** Sources of the content of an attachment, by key. */
export const ATTACHMENT_SOURCES = ['content', 'content_base64', 'path'] as const;
export type AttachmentSource = (typeof ATTACHMENT_SOURCES)[number];

const KEYS = new Set<string>(['filename', 'content_type', ...ATTACHMENT_SOURCES]);
const ORDER = ['filename', ...ATTACHMENT_SOURCES, 'content_type'];

/** An attachment in the form: a template for the whole, its parts, or JSON without a form. */
export type AttachmentRow =
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'parts'; readonly source: AttachmentSource; readonly object: JsonObject }
  | { readonly kind: 'json'; readonly value: Json };

/** Converts an attachment to a row of the form. */
export function attachmentRow(value: Json): AttachmentRow {
  if (typeof value === 'string') return { kind: 'template', text: value };
  if (!isJsonObject(value)) return { kind: 'json', value };
  const entries = Object.entries(value);
  const sources = ATTACHMENT_SOURCES.filter((key) => Object.hasOwn(value, key));
  const fits = entries.every(([key, part]) => KEYS.has(key) && typeof part === 'string');
  if (!fits || sources.length > 1) return { kind: 'json', value };
  return { kind: 'parts', source: sources[0] ?? 'content', object: value };
}

/** The part of an attachment as text. */
export function partOf(object: JsonObject, key: string): string {
  const part = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof part === 'string' ? part : '';
}

/** Sets a part of an attachment; an empty content type is left out. */
export function withPart(object: JsonObject, key: string, text: string): JsonObject {
  return setKey(object, key, key === 'content_type' && text === '' ? undefined : text, ORDER);
}

/** Changes the source of the content. The written content moves to the new key. */
export function withSource(object: JsonObject, from: AttachmentSource, to: AttachmentSource): JsonObject {
  return Object.hasOwn(object, from)
    ? Object.fromEntries(Object.entries(object).map(([key, part]) => [key === from ? to : key, part]))
    : setKey(object, to, '', ORDER);
}

export function newAttachment(): JsonObject {
  return { filename: '', content: '' };
}
