'use client';

import {
  formatClock,
  formatCountdown,
  formatDuration,
  formatElapsed,
  formatInstant,
} from '@/components/ui/format';
import { useAlive } from './use-alive';
import { useRunContact, useRunNow } from './use-run';

export interface ElapsedProps {
  /** ISO 8601. */
  from: string;
  /** ISO 8601; undefined while it is active. */
  to: string | undefined;
  className?: string;
}

/** The duration of something, so far or in all. It stops while the connection is lost. */
export function Elapsed({ from, to, className }: ElapsedProps) {
  const { state, lastUpdateAt } = useRunContact();
  const isAlive = useAlive();
  const isLive = to === undefined && state === 'live';
  const now = useRunNow(isLive ? 'second' : undefined);
  const start = Date.parse(from);
  if (to !== undefined) return <span className={className}>{formatDuration(Date.parse(to) - start)}</span>;
  // The server's clock would render another text than the reader's.
  if (!isAlive) return <span className={className} />;
  const reached = state === 'lost' ? (lastUpdateAt ?? start) : now;
  return <span className={className}>{formatElapsed(reached - start)}</span>;
}

export interface CountdownProps {
  /** ISO 8601. */
  until: string;
  className?: string;
}

/** The time until an instant: with tenths of a second when it is near, `a moment` once it has passed. */
export function Countdown({ until, className }: CountdownProps) {
  const isLive = useRunContact().state === 'live';
  const end = Date.parse(until);
  const seconds = useRunNow(isLive ? 'second' : undefined);
  const isNear = end - seconds < 11_000;
  const tenths = useRunNow(isLive && isNear ? 'tenth' : undefined);
  const left = end - (isNear ? Math.max(tenths, seconds) : seconds);
  return <span className={className}>{left <= 0 ? 'a moment' : formatCountdown(left)}</span>;
}

export interface InstantProps {
  /** ISO 8601. */
  at: string;
  /** Formats the instant. @default the time of day */
  format?: (at: string) => string;
  className?: string;
}

/**
 * An instant in the reader's time zone, with the full date on hover. The server does not know the zone, so it is UTC
 * until the page is hydrated.
 */
export function Instant({ at, format = formatClock, className }: InstantProps) {
  const isAlive = useAlive();
  return (
    <time dateTime={at} title={isAlive ? formatInstant(at) : at} className={className}>
      {isAlive ? format(at) : at.slice(11, 19)}
    </time>
  );
}
