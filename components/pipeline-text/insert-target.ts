import { createListeners, createObservable } from '@/components/ui/observable';

/** Type of a dragged reference: an expression without braces. */
export const REFERENCE_TYPE = 'application/x-pipewright-reference';

/** An expression field that takes references. */
export interface InsertTarget {
  /** Accessible name of the field. */
  readonly label: string;
  /** Inserts a reference at the cursor and focuses the field. */
  insert(reference: string): void;
}

/** The expression field that had the focus last, while it is rendered. */
export const lastField = createObservable<InsertTarget | undefined>(undefined);

/** Notified before and after each insertion, which is an undo entry of its own. */
export const insertions = createListeners();

/** Performs an insertion, apart from the typing before and after it. */
export function apart(insertion: () => void): void {
  insertions.notify();
  insertion();
  insertions.notify();
}

/** Begins to drag a reference. Other programs and plain inputs receive it with braces. */
export function dragReference(data: DataTransfer, reference: string): void {
  data.effectAllowed = 'copy';
  data.setData(REFERENCE_TYPE, reference);
  data.setData('text/plain', templateOf(reference));
}

/** A reference as text with an expression. */
export function templateOf(reference: string): string {
  return `{{${reference}}}`;
}
