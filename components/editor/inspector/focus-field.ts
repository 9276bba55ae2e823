import { createObservable } from '@/components/ui/observable';

/** A request to focus a field. */
export interface FocusRequest {
  /** The step; undefined for a field of the pipeline. */
  readonly stepId: string | undefined;
  /** Path below the step or the document, as in diagnostics: `params.url`. */
  readonly path: string;
}

/** The request that the inspector has not handled yet. */
export const focusRequest = createObservable<FocusRequest | undefined>(undefined);

/** Selects a step and focuses one of its fields, opening the tab or section that contains it. */
export function focusField(stepId: string | undefined, path: string): void {
  focusRequest.set({ stepId, path });
}

/** Selectors of the control of a field, best first: the fields for text, a switch, and the buttons around them last. */
const CONTROLS = [
  '.cm-content, input:not([type="radio"]):not([type="checkbox"]), textarea, select',
  '[role="switch"], [role="combobox"], input[type="checkbox"]',
  'button:not([data-remove])',
  'button, input',
];

/** Focuses the field at a path once it is rendered, after a change of the form. */
export function focusSoon(path: string): void {
  requestAnimationFrame(() => focusWithin(document, path));
}

/** Focuses the field at a path, or the nearest enclosing one. Returns whether there was one. */
export function focusWithin(root: ParentNode, path: string): boolean {
  const fields = [...root.querySelectorAll<HTMLElement>('[data-field]')];
  const found = nearest(fields, path);
  if (found === undefined) return false;
  found.closest('details')?.setAttribute('open', '');
  const control = CONTROLS.map((selector) => found.querySelector<HTMLElement>(selector)).find(
    (element) => element !== null,
  );
  found.scrollIntoView?.({ block: 'nearest' });
  control?.focus({ preventScroll: true });
  return true;
}

/** The field with the longest path that leads to `path`. */
function nearest(fields: readonly HTMLElement[], path: string): HTMLElement | undefined {
  let best: HTMLElement | undefined;
  for (const field of fields) {
    const at = field.dataset.field ?? '';
    if (at !== path && !path.startsWith(`${at}.`)) continue;
    if (best === undefined || at.length > (best.dataset.field ?? '').length) best = field;
  }
  return best;
}
