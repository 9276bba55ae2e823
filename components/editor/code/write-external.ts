import { Annotation, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { minimalChange } from '../form/text';

/** Marks a change of the text that came from the document, not from typing in this editor. */
export const external = Annotation.define<boolean>();

/** Puts a text from elsewhere into an editor as the smallest change, so that cursor and scroll stay. Not undone there. */
export function writeExternal(view: EditorView, next: string): void {
  const changes = minimalChange(view.state.doc.toString(), next);
  if (changes === undefined) return;
  view.dispatch({ changes, annotations: [external.of(true), Transaction.addToHistory.of(false)] });
}
