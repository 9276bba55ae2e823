'use client';

import { useSyncExternalStore } from 'react';
import type { Size } from '@/components/ui/first-screen';
import { useFirstScreen } from '@/components/ui/first-screen-provider';

/** Width and height of the page in pixels. */
export function usePageSize(): Size {
  const { page } = useFirstScreen();
  const text = useSyncExternalStore(subscribe, read, () => `${page.width} ${page.height}`);
  const [width = 0, height = 0] = text.split(' ').map(Number);
  return { width, height };
}

/** Width and height of the page at this instant. */
export function pageSize(): Size {
  return { width: window.innerWidth, height: window.innerHeight };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function read(): string {
  const { width, height } = pageSize();
  return `${width} ${height}`;
}
