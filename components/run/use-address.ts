'use client';

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type RunFocus, writeFocus, writeInstant } from '@/components/run-state/permalink';
import type { RunStore } from '@/components/run-state/run-store';
import { useSettled } from '@/components/ui/use-time';

/** Pause before the instant is written, in ms: browsers refuse an address that changes with every frame. */
const SETTLED_MS = 300;

/** Writes focus and instant to the URL, so that a copied URL opens the same view. */
export function useAddress(runId: string | undefined, focus: RunFocus, store: RunStore): void {
  const offsetMs = useOffset(store);
  // The address bar.
  useEffect(() => {
    if (runId === undefined) return;
    const withFocus = writeFocus(new URLSearchParams(window.location.search), focus);
    const query = writeInstant(withFocus, offsetMs).toString();
    const next = query ? `?${query}` : '';
    if (next !== window.location.search) {
      window.history.replaceState(
        window.history.state,
        '',
        `${window.location.pathname}${next}${window.location.hash}`,
      );
    }
  }, [runId, focus, offsetMs]);
}

/** The instant once it has been unchanged for a while; of another run, at once. */
function useOffset(store: RunStore): number | undefined {
  const offsetMs = useSyncExternalStore(store.subscribe, store.getWanted, store.getWanted);
  const shown = useMemo(() => ({ store, offsetMs }), [store, offsetMs]);
  const settled = useSettled(shown, SETTLED_MS);
  return (settled.store === store ? settled : shown).offsetMs;
}
