'use client';

import { formatDuration, formatElapsed } from '@/components/ui/format';
import { useAlive } from './use-alive';
import { useRunContact, useRunNow } from './use-run';

export interface ElapsedProps {
  /** ISO 8601. */
  from: string;
  /** ISO 8601; undefined while it lasts. */
  to: string | undefined;
  className?: string;
}

/** How long something took, or has taken so far. Without contact the clock stands still: nobody knows that it goes on. */
export function Elapsed({ from, to, className }: ElapsedProps) {
  const { state, lastWordAt } = useRunContact();
  const isAlive = useAlive();
  const isLive = to === undefined && state === 'live';
  const now = useRunNow(isLive ? 'second' : undefined);
  const start = Date.parse(from);
  if (to !== undefined) return <span className={className}>{formatDuration(Date.parse(to) - start)}</span>;
  // The server's clock would give other words than the reader's.
  if (!isAlive) return <span className={className} />;
  const reached = state === 'lost' ? (lastWordAt ?? start) : now;
  return <span className={className}>{formatElapsed(reached - start)}</span>;
}
