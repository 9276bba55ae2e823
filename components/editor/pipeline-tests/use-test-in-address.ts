'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { patch } from '@/components/ui/observable';
import { showPanels } from '../session';
import { useSession } from '../use-editor';

/** The query parameter that opens the tests; its value is the test to open, or empty. */
const NAME = 'test';

/** Opens the tests when the URL requests it, for example after a run was saved as a test. */
export function useTestInAddress(isLens: boolean): void {
  const session = useSession();
  const path = usePathname();
  const asked = useSearchParams().get(NAME);
  // The URL, and the store, which outlives this component.
  useEffect(() => {
    if (asked === null || isLens) return;
    showPanels(session, { dock: 'tests' });
    if (asked !== '') patch(session.panelState, { test: asked });
    // Removed, so that the same link works again after the panel was closed.
    window.history.replaceState(null, '', path);
  }, [asked, isLens, session, path]);
}
