/**
 * Texts and choices entered before the page's scripts have loaded. React leaves them in their fields when it takes the
 * page over, but hears of no change: the page would show a text that it does not use.
 */

/** For the moment when the page works: sends the change of each field that differs from what the server drew. */
export function repeatEarlyInput(): void {
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) repeatSelection(field);
    else if (field instanceof HTMLTextAreaElement) repeatText(field, HTMLTextAreaElement.prototype);
    else if (field instanceof HTMLInputElement) repeatInput(field);
  }
}

function repeatInput(field: HTMLInputElement): void {
  if (field.type === 'checkbox' || field.type === 'radio') repeatMark(field);
  else if (field.type !== 'file') repeatText(field, HTMLInputElement.prototype);
}

function repeatMark(field: HTMLInputElement): void {
  // Of two radio buttons, the one that was chosen has the change.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}

/** React reports a change only where the value differs from what was last assigned to the field itself. */
function repeatText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const text = field.value;
  if (text === field.defaultValue) return;
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function repeatSelection(field: HTMLSelectElement): void {
  const options = [...field.options];
  const drawn = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  if (!field.multiple && drawn !== undefined && !drawn.selected)
    field.dispatchEvent(new Event('change', { bubbles: true }));
}
