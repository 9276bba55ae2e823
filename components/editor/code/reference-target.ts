import type { Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import {
  apart,
  type InsertTarget,
  lastField,
  REFERENCE_TYPE,
} from '@/components/pipeline-text/insert-target';
import { referenceAt } from '../expression-input/insert-reference';
import type { ExpressionMode } from '../expression-input/tokens';

/** Takes references that are dropped on the field, or inserted by a command after it had the focus. */
export function referenceTarget(label: string, mode: () => ExpressionMode): Extension {
  return [
    dropCursor(),
    EditorView.domEventHandlers({
      drop(event, view) {
        const reference = event.dataTransfer?.getData(REFERENCE_TYPE) ?? '';
        if (reference === '') return false;
        event.preventDefault();
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        apart(() => insert(view, { from: at, to: at }, reference, mode()));
        return true;
      },
    }),
    EditorView.updateListener.of((update) => {
      if (update.focusChanged && update.view.hasFocus) lastField.set(targetOf(update.view, label, mode));
    }),
  ];
}

/** Forgets a field that is removed. */
export function forgetTarget(view: EditorView): void {
  const target = lastField.get();
  if (target !== undefined && owners.get(target) === view) lastField.set(undefined);
}

const owners = new WeakMap<InsertTarget, EditorView>();

function targetOf(view: EditorView, label: string, mode: () => ExpressionMode): InsertTarget {
  const target: InsertTarget = {
    label,
    insert: (reference) => apart(() => insert(view, view.state.selection.main, reference, mode())),
  };
  owners.set(target, view);
  return target;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function insert(view: EditorView, { from, to }: Span, reference: string, mode: ExpressionMode): void {
  const text = referenceAt(view.state.doc.toString(), from, reference, mode);
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.drop',
    scrollIntoView: true,
  });
  view.focus();
}
