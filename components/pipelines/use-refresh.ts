'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Loads the page's data again at intervals while something on it may still change and the tab is looked at. */
export function useRefreshWhile(isLive: boolean, everyMs = 4000): void {
  const router = useRouter();

  // A browser timer, and the tab coming to the front.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    const timer = isLive ? setInterval(refresh, everyMs) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      clearInterval(timer);
    };
  }, [isLive, everyMs, router]);
}
