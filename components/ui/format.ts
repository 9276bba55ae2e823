const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago an instant was, in words that need no time zone: `just now`, `24 min ago`, `3 days ago`. */
export function formatAgo(instant: Date, now: Date): string {
  const ms = now.getTime() - instant.getTime();
  if (ms < 45 * SECOND) return 'just now';
  if (ms < HOUR) return `${Math.max(1, Math.round(ms / MINUTE))} min ago`;
  if (ms < DAY) return `${Math.round(ms / HOUR)} h ago`;
  const days = Math.round(ms / DAY);
  if (days < 60) return days === 1 ? 'yesterday' : `${days} days ago`;
  if (days < 730) return `${Math.round(days / 30)} months ago`;
  return `${Math.round(days / 365)} years ago`;
}

/** A count with its noun: `1 step`, `3 steps`, `1,200 steps`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
