'use client';

import { useSession } from '../use-editor';

/** Moves the focus back to the canvas, as Esc does in every panel. */
export function useLeave(): () => void {
  const { view, store } = useSession();
  return () => {
    const [step] = store.getState().selection.steps;
    const canvas = view.get();
    if (canvas !== undefined) canvas.focus(step);
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
}
