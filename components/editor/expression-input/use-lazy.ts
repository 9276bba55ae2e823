'use client';

import { type ComponentType, useEffect, useState } from 'react';

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
