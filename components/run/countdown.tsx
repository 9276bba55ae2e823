'use client';

import { formatCountdown } from '@/components/ui/format';
import { useRunContact, useRunNow } from './use-run';

export interface CountdownProps {
  /** ISO 8601. */
  until: string;
  className?: string;
}

/** Time left until an instant: tenths when it is near, `any moment` once it has passed. */
export function Countdown({ until, className }: CountdownProps) {
  const isLive = useRunContact().state === 'live';
  const end = Date.parse(until);
  const seconds = useRunNow(isLive ? 'second' : undefined);
  const isNear = end - seconds < 11_000;
  const tenths = useRunNow(isLive && isNear ? 'tenth' : undefined);
  const left = end - (isNear ? Math.max(tenths, seconds) : seconds);
  return <span className={className}>{left <= 0 ? 'any moment' : formatCountdown(left)}</span>;
}
