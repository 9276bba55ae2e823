import type { Json } from '@/engine';

/** The source of a field's value. */
export type Source = 'value' | 'expression';

/** Whether a value contains a template. */
export function holdsTemplate(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** The source of a written value. */
export function sourceOf(value: Json | undefined): Source {
  return holdsTemplate(value) ? 'expression' : 'value';
}

/** The result of switching the source. */
export interface SourceSwitch {
  /** New value of the parameter; undefined leaves the document unchanged until text is written. */
  readonly write: Json | undefined;
  /** Value to store for switching back; undefined keeps the stored one. */
  readonly keep: Json | undefined;
}

/**
 * Switches the source of a field: stores the current value and writes the previously stored one. Without a
 * stored one, the document stays unchanged and the field starts empty.
 */
export function switchSource(to: Source, value: Json | undefined, kept: Json | undefined): SourceSwitch {
  if (sourceOf(value) === to) return { write: undefined, keep: undefined };
  if (kept === undefined || sourceOf(kept) !== to) return { write: undefined, keep: value };
  return { write: kept, keep: value };
}
