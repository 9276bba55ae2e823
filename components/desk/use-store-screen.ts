'use client';

import { useEffect } from 'react';
import type { DeskState } from '@/components/editor/session';
import { pageSize } from '@/components/editor/use-page-size';
import { textScale } from '@/components/ui/use-text-scale';
import { storedPanels } from './panel-memory';
import { storeScreen } from './screen-cookie';

/** Pause after the last change: while a panel is resized, the canvas changes with each frame. */
const PAUSE_MS = 200;

/** Stores the screen for the next visit, whenever the canvas has another size. */
export function useStoreScreen({ canvasSize }: DeskState): void {
  // The cookie of the page.
  useEffect(() => {
    const [, kind = ''] = window.location.pathname.split('/');
    const store = () => {
      const canvas = canvasSize.get();
      if (canvas === undefined) return;
      storeScreen({ page: pageSize(), textScale: textScale(), canvas, panels: storedPanels() }, kind);
    };
    let timer = setTimeout(store, PAUSE_MS);
    const stop = canvasSize.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(store, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      store();
    };
  }, [canvasSize]);
}
