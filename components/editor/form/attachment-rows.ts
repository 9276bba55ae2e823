import { isJsonObject, type Json, type JsonObject } from '@/engine';
import { setKey } from '../model/keys';

/** Where the content of an attachment comes from, by the key that holds it. */
export const ATTACHMENT_SOURCES = ['content', 'content_base64', 'path'] as const;
export type AttachmentSource = (typeof ATTACHMENT_SOURCES)[number];

const KEYS = new Set<string>(['filename', 'content_type', ...ATTACHMENT_SOURCES]);
const ORDER = ['filename', ...ATTACHMENT_SOURCES, 'content_type'];

/** One attachment as the form shows it: a template that stands for all of it, its parts, or JSON that has no form. */
export type AttachmentRow =
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'parts'; readonly source: AttachmentSource; readonly object: JsonObject }
  | { readonly kind: 'json'; readonly value: Json };

/** How one written attachment is shown. */
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

/** An attachment with one part written; an empty content type is left out. */
export function withPart(object: JsonObject, key: string, text: string): JsonObject {
  return setKey(object, key, key === 'content_type' && text === '' ? undefined : text, ORDER);
}

/** An attachment that takes its content from elsewhere. What was written as content stays, under the new key. */
export function withSource(object: JsonObject, from: AttachmentSource, to: AttachmentSource): JsonObject {
  return Object.hasOwn(object, from)
    ? Object.fromEntries(Object.entries(object).map(([key, part]) => [key === from ? to : key, part]))
    : setKey(object, to, '', ORDER);
}

/** A new attachment. */
export function newAttachment(): JsonObject {
  return { filename: '', content: '' };
}
