import { useEffect, useState } from 'react';
import { useStoredMark } from '@/components/ui/use-stored-mark';

/** Whether the tour is offered: on the first pipeline that this browser edits, and never again. */
export function useTourOffer(): readonly [isOffered: boolean, dismiss: () => void] {
  const [wasOffered, mark] = useStoredMark('pipewright.tour-offered', true);
  const [isOffered, setIsOffered] = useState(false);
  // The storage of the browser: read and marked once, when the canvas is shown.
  useEffect(() => {
    if (wasOffered) return;
    setIsOffered(true);
    mark();
  }, [wasOffered, mark]);
  return [isOffered, () => setIsOffered(false)];
}
