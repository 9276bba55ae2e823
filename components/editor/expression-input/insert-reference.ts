import {
  apart,
  insertions,
  lastField,
  REFERENCE_TYPE,
  templateOf,
} from '@/components/pipeline-text/insert-target';
import { type ExpressionMode, expressionRegions } from './tokens';

/** A reference as it must be written at a position: with braces only where the text around it is not an expression. */
export function referenceAt(text: string, at: number, reference: string, mode: ExpressionMode): string {
  const isInside = expressionRegions(text, mode).some((part) => at >= part.innerFrom && at <= part.innerTo);
  return mode === 'expression' || isInside ? reference : templateOf(reference);
}

/** Makes a plain text input of a parameter, or a field that says its mode, the last field; others are ignored. */
function rememberInput({ target }: Pick<Event, 'target'>): void {
  const isText =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
  // Code editors remember themselves.
  if (!isText || target.closest('.cm-editor') !== null) return;
  if (target.dataset.mode === undefined && target.closest('[data-field^="params."]') === null) return;
  const mode = target.dataset.mode === 'expression' ? 'expression' : 'template';
  const label = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? 'the parameter';
  lastField.set({
    label,
    insert: (reference) => apart(() => insertIntoInput(target, reference, mode)),
  });
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

/** Remembers fields for references, and makes each inserted or dropped one an undo entry. Returns the opposite. */
export function followFields(endBurst: () => void): () => void {
  const dropBegins = ({ dataTransfer }: DragEvent) => {
    if (dataTransfer?.types.includes(REFERENCE_TYPE) === true) endBurst();
  };
  const dropEnds = (event: Event) => {
    if (event instanceof InputEvent && event.inputType === 'insertFromDrop') endBurst();
  };
  const stop = insertions.add(endBurst);
  document.addEventListener('focusin', rememberInput);
  document.addEventListener('drop', dropBegins, true);
  document.addEventListener('input', dropEnds);
  return () => {
    stop();
    document.removeEventListener('focusin', rememberInput);
    document.removeEventListener('drop', dropBegins, true);
    document.removeEventListener('input', dropEnds);
    lastField.set(undefined);
  };
}
