'use client';

import { useEffect } from 'react';
import type { EditorSession } from '../session';
import type { BreakpointServices } from './breakpoint-services';
import { renamedSteps, withRenamedSteps } from './places';

/** Keeps breakpoints at steps whose id is changed: by a person, by undo, or in another tab. */
export function useRenamedPlaces(
  { store, breakpoints }: EditorSession,
  services: BreakpointServices | undefined,
): void {
  // The document, which commands and other tabs change too.
  useEffect(() => {
    if (services === undefined) return;
    let last = store.getState().document;
    return store.subscribe(() => {
      const { document } = store.getState();
      if (document === last) return;
      const renamed = renamedSteps(last, document);
      last = document;
      for (const breakpoint of withRenamedSteps(breakpoints.get().breakpoints, renamed))
        void services.put(breakpoint);
    });
  }, [store, breakpoints, services]);
}
