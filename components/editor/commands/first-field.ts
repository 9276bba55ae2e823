import { firstField } from '../form/fields';
import { focusField } from '../inspector/focus-field';
import { selectStep } from '../model/derived';
import type { EditorSession } from '../session';

/** Focuses the field of the only selected step that is to be filled in first. Returns whether there is one. */
export function focusFirstField({ store, descriptors }: EditorSession): boolean {
  const { document, selection } = store.getState();
  const [id, ...others] = selection.steps;
  const step = id === undefined || others.length > 0 ? undefined : selectStep(document, id);
  const descriptor = step === undefined ? undefined : descriptors.find(step.action);
  const first = descriptor === undefined ? undefined : firstField(descriptor, step?.params ?? {});
  if (first === undefined) return false;
  focusField(id, `params.${first}`);
  return true;
}

/** The same for a step added by mouse, whose fields are typed into next, unless the inspector is closed. */
export function focusAddedStep(session: EditorSession): void {
  if (session.panels.get()?.isOpen('inspector') === true) focusFirstField(session);
}
