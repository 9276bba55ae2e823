/**
 * Texts and choices entered before the page's scripts have loaded. React leaves them in their fields when it takes the
 * page over, but gets no event: the page would show a text that it does not use, until it draws the field again.
 */

/**
 * For the moment after React has taken the page over: reads each field that differs from what the server drew.
 * @returns a function that sends their changes, without those of fields that were changed again. Call it outside of
 * effects: within one, React handles the events later, and resets the fields before that
 */
export function readEarlyInput(): () => void {
  const changes = [...document.querySelectorAll('input, textarea, select')].flatMap((field) => {
    const change = changeOf(field);
    return change ? [{ group: groupOf(field), change }] : [];
  });
  const changed = new Set<unknown>();
  const note = ({ target }: Event) => changed.add(groupOf(target));
  document.addEventListener('input', note, { capture: true });
  return () => {
    document.removeEventListener('input', note, { capture: true });
    for (const { group, change } of changes) if (!changed.has(group)) change();
  };
}

/** A field, or of radio buttons their name. */
function groupOf(field: EventTarget | null): unknown {
  return field instanceof HTMLInputElement && field.type === 'radio' ? field.name : field;
}

function changeOf(field: Element): Change {
  if (field instanceof HTMLSelectElement) return selectionOf(field);
  if (field instanceof HTMLTextAreaElement) return textOf(field, HTMLTextAreaElement.prototype);
  return field instanceof HTMLInputElement ? inputOf(field) : undefined;
}

/** Enters what a person entered; undefined where it is what the server drew. */
type Change = (() => void) | undefined;

function inputOf(field: HTMLInputElement): Change {
  if (field.type === 'checkbox' || field.type === 'radio') return markOf(field);
  return field.type === 'file' ? undefined : textOf(field, HTMLInputElement.prototype);
}

function markOf(field: HTMLInputElement): Change {
  const { checked, defaultChecked } = field;
  // Of two radio buttons, the one that was chosen has the change.
  if (checked === defaultChecked || (field.type === 'radio' && !checked)) return undefined;
  return () => {
    field.checked = defaultChecked;
    field.click();
  };
}

/** React reports a change only where the value differs from what was last assigned to the field itself. */
function textOf(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): Change {
  const { value: text, defaultValue, selectionStart, selectionEnd } = field;
  if (text === defaultValue) return undefined;
  return () => {
    field.value = defaultValue;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function selectionOf(field: HTMLSelectElement): Change {
  const options = [...field.options];
  const drawn = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  if (field.multiple || drawn === undefined || drawn.selected) return undefined;
  const { value } = field;
  return () => {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
