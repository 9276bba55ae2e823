'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { patch } from '@/components/ui/observable';
import { showPanels } from '../session';
import { useSession } from '../use-editor';

/** The query parameter that opens the triggers; its value is the trigger to expand, or empty. */
const NAME = 'trigger';

/** Opens the triggers when the URL requests it, for example by a link from a run. Leaves the shown run first. */
export function useTriggerInAddress(isLens: boolean): void {
  const session = useSession();
  const path = usePathname();
  const asked = useSearchParams().get(NAME);
  // The URL, and the store, which outlives this component.
  useEffect(() => {
    if (asked === null || isLens) return;
    showPanels(session, { dock: 'triggers' });
    if (asked !== '') patch(session.panelState, { trigger: asked });
    // Removed, so that the same link works again after the panel was closed.
    window.history.replaceState(null, '', path);
  }, [asked, isLens, session, path]);
}

/** Opens the triggers from anywhere in the editor. */
export function useShowTriggers(): () => void {
  const path = usePathname();
  return useCallback(() => window.history.pushState(null, '', `${path}?${NAME}=`), [path]);
}
