'use client';

import { type ComponentType, type RefObject, useCallback, useRef } from 'react';
import { type LazyPart, useLazy } from './use-lazy';

/** A text editor that is fetched, and the text area that stands in until it is there. */
export interface LazyText<P> {
  /** The editor; undefined while the text area stands in. */
  readonly Editor: ComponentType<P> | undefined;
  readonly standIn: RefObject<HTMLTextAreaElement | null>;
  /** Where the cursor was in the text area, when it had the focus. */
  readonly focusAt: RefObject<number | undefined>;
}

/** Hands the cursor on from the text area to the editor. @param focus where to put it at once */
export function useLazyText<P>(lazy: LazyPart<P>, focus?: number): LazyText<P> {
  const standIn = useRef<HTMLTextAreaElement>(null);
  const focusAt = useRef(focus);
  const rememberFocus = useCallback(() => {
    if (standIn.current !== null && document.activeElement === standIn.current)
      focusAt.current = standIn.current.selectionStart;
  }, []);
  const Editor = useLazy(lazy, rememberFocus);
  return { Editor, standIn, focusAt };
}
