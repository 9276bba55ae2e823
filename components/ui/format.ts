const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time for people, with a space before each unit: `340 ms`, `1.9 s`, `41 s`, `2 m 41 s`, `3 h 5 m`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  // 9.95 s would round to "10.0 s": whole seconds start there.
  if (ms < 9.95 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return twoUnits(minutes, 'm', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return twoUnits(hours, 'h', minutes % 60, 'm');
  return twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function twoUnits(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
}

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

/** A count with its noun: `1 step`, `3 steps`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
