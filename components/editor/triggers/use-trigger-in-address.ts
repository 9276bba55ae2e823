'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { patch } from '@/components/ui/observable';
import { showPanels } from '../session';
import { useSession } from '../use-editor';

/** The part of an address that opens the triggers; its value is the trigger to unfold, or empty. */
const NAME = 'trigger';

/** Opens the triggers when the address says so, such as a link from a run; a run that is looked at is left first. */
export function useTriggerInAddress(isLens: boolean): void {
  const session = useSession();
  const path = usePathname();
  const asked = useSearchParams().get(NAME);
  // The address bar, and the store that outlives this drawing of it.
  useEffect(() => {
    if (asked === null || isLens) return;
    showPanels(session, { dock: 'triggers' });
    if (asked !== '') patch(session.panelState, { trigger: asked });
    // The same link works again after the panel was closed.
    window.history.replaceState(null, '', path);
  }, [asked, isLens, session, path]);
}

/** Opens the triggers from anywhere in the editor. */
export function useShowTriggers(): () => void {
  const path = usePathname();
  return useCallback(() => window.history.pushState(null, '', `${path}?${NAME}=`), [path]);
}
