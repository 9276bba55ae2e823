import { startCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type ExpressionMode, expressionRegions, expressionTokens } from './tokens';

/** A dot typed after the one that a completion inserted is dropped, and opens the list of fields again. */
export function singleDot(mode: () => ExpressionMode): Extension {
  return EditorView.inputHandler.of((view, from, to, text) => {
    if (text !== '.' || from !== to || !repeatsDot(view.state.doc.toString(), from, mode())) return false;
    startCompletion(view);
    return true;
  });
}

/** Whether a dot at a position would follow another one in an expression, outside texts in quotes. */
export function repeatsDot(text: string, at: number, mode: ExpressionMode): boolean {
  if (text.charAt(at - 1) !== '.') return false;
  const inside = expressionRegions(text, mode).some((part) => at > part.innerFrom && at <= part.innerTo);
  return (
    inside &&
    !expressionTokens(text, mode).some((token) => token.kind === 'string' && at > token.from && at < token.to)
  );
}
