import type { Json } from '@/engine';

/** Where a field's value comes from. */
export type Source = 'value' | 'expression';

/** Whether a value holds a template. */
export function holdsTemplate(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** Which side of the switch a written value is on. */
export function sourceOf(value: Json | undefined): Source {
  return holdsTemplate(value) ? 'expression' : 'value';
}

/** What switching sides does to the document and to the side kept back. */
export interface SourceSwitch {
  /** New value of the parameter; undefined leaves the document as it is until something is written. */
  readonly write: Json | undefined;
  /** What to keep for switching back; undefined keeps what is there. */
  readonly keep: Json | undefined;
}

/**
 * Switches a field to the other side. The value that is left is kept; the one that comes back is written. With
 * nothing to come back to the document stays valid as it is, and the new side starts empty.
 */
export function switchSource(to: Source, value: Json | undefined, kept: Json | undefined): SourceSwitch {
  if (sourceOf(value) === to) return { write: undefined, keep: undefined };
  if (kept === undefined || sourceOf(kept) !== to) return { write: undefined, keep: value };
  return { write: kept, keep: value };
}
