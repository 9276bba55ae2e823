'use client';

import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** A part of the page that is fetched when it is first shown, once for the whole page. */
export interface LazyPart<P> {
  load(): Promise<void>;
  current(): ComponentType<P> | undefined;
}

/** Declares a part that stays out of the first load. The caller shows a stand-in, with its own state, until it is there. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let part: ComponentType<P> | undefined;
  return {
    current: () => part,
    async load() {
      part ??= await load();
    },
  };
}

/** The part once it has arrived. A failed fetch leaves the stand-in, which works as well. */
export function useLazy<P>(lazy: LazyPart<P>, beforeShown?: () => void): ComponentType<P> | undefined {
  const [part, setPart] = useState<{ component: ComponentType<P> | undefined }>(() => ({
    component: lazy.current(),
  }));
  // Fetches code, which is outside React; ignored when the field has gone by then.
  useEffect(() => {
    if (part.component !== undefined) return;
    let gone = false;
    lazy.load().then(
      () => {
        if (gone) return;
        beforeShown?.();
        setPart({ component: lazy.current() });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lazy, part, beforeShown]);
  return part.component;
}

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
