'use client';

import { useSyncExternalStore } from 'react';
import { lineageView } from './lineage-view';

/** Shows the lineage of a value; undefined where the page has no place for it. */
export function useLineageView(): ((value: string) => void) | undefined {
  return useSyncExternalStore(lineageView.subscribe, lineageView.get, onServer);
}

/** Parts of a page hydrate after the panel was mounted: they begin without it, as the server rendered them. */
function onServer(): undefined {
  return undefined;
}
