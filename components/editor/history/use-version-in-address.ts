'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { VERSION_IN_ADDRESS } from '@/components/run-state/permalink';
import { patch } from '@/components/ui/observable';
import { showPanels } from '../session';
import { useSession } from '../use-editor';

/** Shows a version compared with the version before it, when the URL requests it. Leaves the shown run first. */
export function useVersionInAddress(isLens: boolean): void {
  const session = useSession();
  const path = usePathname();
  const asked = useSearchParams().get(VERSION_IN_ADDRESS);
  // The URL, and the store, which outlives this component.
  useEffect(() => {
    if (asked === null || isLens) return;
    if (/^[1-9]\d{0,8}$/.test(asked)) {
      showPanels(session, { left: 'history' });
      patch(session.interaction, { version: Number(asked), versionBase: 'previous' });
    }
    // Removed, so that leaving the version shows the draft after a reload too.
    window.history.replaceState(null, '', path);
  }, [asked, isLens, session, path]);
}
