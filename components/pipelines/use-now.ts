'use client';

import { useEffect, useState } from 'react';

/** The instant for times shown in words. It starts at the server's, so that both draw the same page, and then follows the clock. */
export function useNow(initial: string, everyMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date(initial));

  // The clock is outside React.
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  return now;
}
