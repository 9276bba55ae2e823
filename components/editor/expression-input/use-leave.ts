'use client';

import { useSession } from '../use-editor';

/** Puts the keyboard back on the canvas, as Esc does from every panel. */
export function useLeave(): () => void {
  const { view, store } = useSession();
  return () => {
    const [step] = store.getState().selection.steps;
    view.get()?.focus(step);
  };
}
