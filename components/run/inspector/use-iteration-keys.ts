import { useEffect, useRef } from 'react';

/** Keys that go from iteration to iteration, wherever the focus is but in a text field, as long as `isOn`. */
export function useIterationKeys(isOn: boolean, keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  // What the keys do depends on the iteration that is shown.
  useEffect(() => {
    newest.current = keys;
  });

  // The keyboard.
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const act = newest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null;
}
