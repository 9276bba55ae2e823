import type { Json } from '@/engine';

/** A value as a text field shows it: text as it is, anything else as JSON, nothing as an empty field. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
