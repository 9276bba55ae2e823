import { type Json, type JsonSchema, splitOutside } from '@/engine';
import { mainType } from './fields';

/** Text that is not split: quotes, templates, angle brackets. */
const WHOLE = /"(?:\\.|[^"\\])*"?|\{\{[\s\S]*?(?:\}\}|$)|<[^<>]*>?/y;

/** Splits typed or pasted text. Empty pieces are left out. */
export function splitRecipients(text: string): string[] {
  return splitOutside(text, ',;\n', WHOLE);
}

/** The recipients of a value: a text may contain several, separated by commas. */
export function readRecipients(value: Json | undefined): string[] {
  if (typeof value === 'string') return splitRecipients(value);
  return Array.isArray(value)
    ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    : [];
}

/**
 * The value of recipients in the author's form: a single text stays text, several become a list, and a list
 * stays a list.
 */
export function writeRecipients(
  recipients: readonly string[],
  was: Json | undefined,
  schema: JsonSchema,
): Json {
  const [only = ''] = recipients;
  const mayBeText = schema.anyOf?.some((option) => mainType(option) === 'string') ?? false;
  return mayBeText && !Array.isArray(was) && recipients.length < 2 ? only : [...recipients];
}

const LOCAL = /^[A-Za-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether a text may be a single mailbox: `jo@example.org` or `Jo Doe <jo@example.org>`. A template may
 * become one.
 */
export function mayBeAddress(text: string): boolean {
  if (text.includes('{{')) return true;
  const named = /^(.*)<([^<>]*)>$/s.exec(text.trim());
  const name = named?.[1]?.trim() ?? '';
  if (/[()<>[\]:;@\\,"]/.test(name) && !/^"(?:\\.|[^"\\])*"$/.test(name)) return false;
  const address = (named?.[2] ?? text).trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > 254 || !LOCAL.test(address.slice(0, at))) return false;
  const labels = address.slice(at + 1).split('.');
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
