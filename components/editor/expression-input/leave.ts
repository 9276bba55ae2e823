/** Puts the keyboard back on the canvas, as Esc does from every panel. */
export function focusCanvas(): void {
  const canvas = document.querySelector<HTMLElement>('[data-canvas]');
  if (canvas !== null) canvas.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
