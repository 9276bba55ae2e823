import { type RefObject, useEffect } from 'react';
import { copiedText, pasteText } from './commands/clipboard';
import { type CommandContext, isEnabled } from './commands/command';
import { handleKey, type KeyPlace, leaveMode } from './commands/keys';
import { removeSelected } from './commands/remove';

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], .cm-content';
const OVERLAYS = '[role="dialog"], [role="menu"], [role="alertdialog"]';

/** Passes keys pressed in `root` to the commands, and those for the whole page also without any focus. */
export function useEditorKeys(root: RefObject<HTMLElement | null>, context: CommandContext): void {
  // Keyboard and clipboard of the page.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || pressesButton(event)) return;
      const place = placeOf(event.target, root.current);
      if (place !== undefined && handleKey(event, place, context)) event.preventDefault();
    };
    const onFocusIn = (event: FocusEvent) => {
      if (placeOf(event.target, root.current)?.onCanvas !== true) leaveMode(context);
    };
    const onCopy = (event: ClipboardEvent) => {
      const text = isOnSteps(placeOf(focusOf(event), root.current)) ? copiedText(context.session) : '';
      if (text === '' || event.clipboardData === null || hasSelectedText()) return;
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && isEnabled(removeSelected, context)) removeSelected.run(context);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isOnSteps(placeOf(focusOf(event), root.current)) || context.lens) return;
      event.preventDefault();
      pasteText(context, event.clipboardData?.getData('text/plain') ?? '');
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('focusin', onFocusIn);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [root, context]);
}

/** Whether the clipboard is that of steps. */
function isOnSteps(place: KeyPlace | undefined): boolean {
  return place !== undefined && (place.onCanvas || place.inOutline);
}

/** The element with the focus. Browsers send clipboard events to the page while nothing is selected in it. */
function focusOf({ target }: ClipboardEvent): EventTarget | null {
  return target === document.body ? document.activeElement : target;
}

/** Where a key was pressed; undefined outside the editor. */
function placeOf(target: EventTarget | null, root: HTMLElement | null): KeyPlace | undefined {
  if (!(target instanceof Element)) return undefined;
  const inOverlay = target.closest(OVERLAYS) !== null;
  const nowhere = target === document.body;
  if (!inOverlay && !nowhere && root?.contains(target) !== true) return undefined;
  const inText = target.closest(FIELDS) !== null;
  // A key that is pressed without any focus may be meant for a form or dialog that has just closed.
  const onCanvas = !inText && !inOverlay && target.closest('[data-canvas]') !== null;
  const inOutline = !inText && !inOverlay && target.closest('[data-outline]') !== null;
  return { onCanvas, inText, inOverlay, inOutline, nowhere };
}

/** Whether the key presses the focused button: Enter or Space. */
function pressesButton({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey) return false;
  return target instanceof Element && target.closest('button, a, [role="button"], [role="tab"]') !== null;
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
