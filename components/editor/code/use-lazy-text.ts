'use client';

import { type ComponentType, type RefObject, useCallback, useEffect, useRef } from 'react';
import { type LazyPart, useLazy } from '@/components/ui/use-lazy';

/** A lazily loaded text editor, with a text area as placeholder, which works as well. */
export interface LazyText<P> {
  /** The editor; undefined while the text area is shown. */
  readonly Editor: ComponentType<P> | undefined;
  readonly standIn: RefObject<HTMLTextAreaElement | null>;
  /** The cursor of the text area, if it had the focus. */
  readonly focusAt: RefObject<number | undefined>;
}

/**
 * Transfers the cursor from the text area to the editor.
 * @param focus initial cursor
 */
export function useLazyText<P>(lazy: LazyPart<P>, focus?: number): LazyText<P> {
  const standIn = useRef<HTMLTextAreaElement>(null);
  const focusAt = useRef(focus);
  // The text area, whose cursor is at the end when it takes the focus.
  useEffect(() => {
    if (focus !== undefined) standIn.current?.setSelectionRange(focus, focus);
  }, [focus]);
  const rememberFocus = useCallback(() => {
    const area = standIn.current;
    if (area === null) return;
    // A person who has left it meanwhile keeps the focus elsewhere, also where the field was to begin with it.
    focusAt.current = document.activeElement === area ? area.selectionStart : undefined;
  }, []);
  const { Part: Editor } = useLazy(lazy, rememberFocus);
  return { Editor, standIn, focusAt };
}
