import { createObservable } from '@/components/ui/observable';
import { type ExpressionMode, expressionRegions } from './tokens';

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

/** A reference as it must be written at a position: with braces only where the text around it is not an expression. */
export function referenceAt(text: string, at: number, reference: string, mode: ExpressionMode): string {
  const isInside = expressionRegions(text, mode).some((part) => at >= part.innerFrom && at <= part.innerTo);
  return mode === 'expression' || isInside ? reference : `{{${reference}}}`;
}

/** Begins to drag a reference. Other programs and plain inputs receive it with braces. */
export function dragReference(data: DataTransfer, reference: string): void {
  data.effectAllowed = 'copy';
  data.setData(REFERENCE_TYPE, reference);
  data.setData('text/plain', `{{${reference}}}`);
}

/** Makes a plain text input of a parameter, or a field that says its mode, the last field; others are ignored. */
export function rememberInput({ target }: Pick<Event, 'target'>): void {
  const isText =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
  // Code editors remember themselves.
  if (!isText || target.closest('.cm-editor') !== null) return;
  if (target.dataset.mode === undefined && target.closest('[data-field^="params."]') === null) return;
  const mode = target.dataset.mode === 'expression' ? 'expression' : 'template';
  const label = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? 'the parameter';
  lastField.set({ label, insert: (reference) => insertIntoInput(target, reference, mode) });
}

function insertIntoInput(
  input: HTMLInputElement | HTMLTextAreaElement,
  reference: string,
  mode: ExpressionMode,
): void {
  const from = input.selectionStart ?? input.value.length;
  const text = referenceAt(input.value, from, reference, mode);
  input.focus();
  input.setRangeText(text, from, input.selectionEnd ?? from, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
