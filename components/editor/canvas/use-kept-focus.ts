import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSession } from '../use-editor';

/**
 * Keeps the focus on the canvas, and on its card, when the document of a run or of a version takes the place of the
 * pipeline, and back. Browsers drop the focus with the element that has it, and the keys of the canvas with it.
 */
export function useKeptFocus(canvas: RefObject<HTMLElement | null>): void {
  const { memory, view } = useSession();
  // The focus of the page, read while the cards are still part of it.
  useLayoutEffect(() => {
    const box = canvas.current;
    return () => {
      memory.left = { node: focusedNode(box) };
    };
  }, [canvas, memory]);
  // The focus of the page, once the canvas can be reached.
  useEffect(() => {
    const { left } = memory;
    memory.left = undefined;
    if (left !== undefined && document.activeElement === document.body) view.get()?.focus(left.node);
  }, [memory, view]);
}

/** The id of the card, frame or note that has the focus or contains it. */
function focusedNode(canvas: HTMLElement | null): string | undefined {
  const { activeElement } = document;
  if (canvas === null || !canvas.contains(activeElement)) return undefined;
  return activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
}
