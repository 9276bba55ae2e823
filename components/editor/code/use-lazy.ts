'use client';

import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A component that is loaded when it is first shown, once per page. */
export interface LazyPart<P> {
  load(): Promise<void>;
  current(): ComponentType<P> | undefined;
}

/**
 * Declares a component that is not part of the initial load. The caller shows a placeholder, with its own
 * state, until it is loaded.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let part: ComponentType<P> | undefined;
  return {
    current: () => part,
    async load() {
      part ??= await load();
    },
  };
}

/** The component once it is loaded. After a failed load the placeholder stays, which works as well. */
export function useLazy<P>(lazy: LazyPart<P>, beforeShown?: () => void): ComponentType<P> | undefined {
  const [part, setPart] = useState<{ component: ComponentType<P> | undefined }>(() => ({
    component: lazy.current(),
  }));
  // Loads code, which is outside React; ignored when the field was unmounted meanwhile.
  useEffect(() => {
    if (part.component !== undefined) return;
    let gone = false;
    lazy.load().then(
      () => {
        if (gone) return;
        beforeShown?.();
        // At once: what is typed before it is shown would move the cursor of the text area only.
        flushSync(() => setPart({ component: lazy.current() }));
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lazy, part, beforeShown]);
  return part.component;
}

/** A lazily loaded text editor, with a text area as placeholder. */
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
  const Editor = useLazy(lazy, rememberFocus);
  return { Editor, standIn, focusAt };
}
