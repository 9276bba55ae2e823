'use client';

import { type ComponentType, useEffect, useState } from 'react';
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

/** A component that is being loaded. */
export interface Lazy<P> {
  readonly Part: ComponentType<P> | undefined;
  readonly hasFailed: boolean;
  retry(): void;
}

/** The component once it is loaded. After a failed load it is loaded again when the browser is online again. */
export function useLazy<P>(lazy: LazyPart<P>, beforeShown?: () => void): Lazy<P> {
  const [part, setPart] = useState<{ component: ComponentType<P> | undefined }>(() => ({
    component: lazy.current(),
  }));
  const [hasFailed, setHasFailed] = useState(false);
  // Loads code, which is outside React; ignored when the field was unmounted meanwhile.
  useEffect(() => {
    if (part.component !== undefined || hasFailed) return;
    let gone = false;
    lazy.load().then(
      () => {
        if (gone) return;
        beforeShown?.();
        // At once: what is typed before it is shown would move the cursor of the text area only.
        flushSync(() => setPart({ component: lazy.current() }));
      },
      () => {
        if (!gone) setHasFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [lazy, part, beforeShown, hasFailed]);
  // The connection of the browser.
  useEffect(() => {
    if (!hasFailed) return;
    const retry = () => setHasFailed(false);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed]);
  return { Part: part.component, hasFailed, retry: () => setHasFailed(false) };
}
