'use client';

import { formatClock, formatInstant } from '@/components/ui/format';
import { useAlive } from './use-alive';

export interface InstantProps {
  /** ISO 8601. */
  at: string;
  /** What to show. @default the time of day */
  format?: (at: string) => string;
  className?: string;
}

/** An instant in the reader's own time zone, in full on hover. The server does not know the zone, so it shows UTC until the page is alive. */
export function Instant({ at, format = formatClock, className }: InstantProps) {
  const isAlive = useAlive();
  return (
    <time dateTime={at} title={isAlive ? formatInstant(at) : at} className={className}>
      {isAlive ? format(at) : at.slice(11, 19)}
    </time>
  );
}
