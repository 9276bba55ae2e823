'use client';

import { useCallback } from 'react';
import { useToast } from './toast';

/** Copies text and shows a toast. `what` completes "Copied …": `the path`. */
export function useCopy(): (text: string, what: string) => void {
  const toast = useToast();
  return useCallback(
    (text, what) => {
      writeClipboard(text).then(
        () => toast({ title: `Copied ${what}.` }),
        () =>
          toast({
            title: `Could not copy ${what}.`,
            detail: 'Browsers allow copying only over HTTPS or on localhost, and while the page has focus.',
            status: 'failed',
          }),
      );
    },
    [toast],
  );
}

async function writeClipboard(text: string): Promise<void> {
  // Absent outside secure contexts, although its type says otherwise.
  if (!('clipboard' in navigator)) throw new Error('The clipboard is not available on this page.');
  await navigator.clipboard.writeText(text);
}
