import { Annotation, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { minimalChange } from '../form/text';

/** Marks a change that came from the document instead of typing in this editor. */
export const external = Annotation.define<boolean>();

/**
 * Writes an external text to an editor as the smallest change, so that cursor and scroll position stay. The
 * editor's undo ignores it.
 */
export function writeExternal(view: EditorView, next: string): void {
  const changes = minimalChange(view.state.doc.toString(), next);
  if (changes === undefined) return;
  view.dispatch({ changes, annotations: [external.of(true), Transaction.addToHistory.of(false)] });
}
