const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration as people read it: `12 ms`, `0.4 s`, `36.9 s`, `3 m 04 s`, `1 h 05 m`, `2 d 3 h`. Takes ms. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '';
  const length = Math.max(0, ms);
  if (length < 99.5) return `${Math.round(length)} ms`;
  // 59.96 s would round to 60.0 s: it reads as a minute instead.
  if (length < 59.95 * SECOND) return `${(length / SECOND).toFixed(1)} s`;
  return formatLong(length);
}

/** A duration that is still growing, in whole seconds so that it ticks evenly: `32 s`, `2 m 41 s`. Takes ms. */
export function formatElapsed(ms: number): string {
  const length = Math.max(0, ms);
  if (length < MINUTE) return `${Math.floor(length / SECOND)} s`;
  return formatLong(Math.floor(length / SECOND) * SECOND);
}

/** Time left, never less than it is: `1.2 s`, `32 s`, `2 m 41 s`. Takes ms. */
export function formatCountdown(ms: number): string {
  const length = Math.max(0, ms);
  if (length < 10 * SECOND) return `${(Math.ceil(length / 100) / 10).toFixed(1)} s`;
  return formatElapsed(Math.ceil(length / SECOND) * SECOND);
}

function formatLong(length: number): string {
  const seconds = Math.round(length / SECOND);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${pad(seconds % 60)} s`;
  const wholeMinutes = Math.round(length / MINUTE);
  const hours = Math.floor(wholeMinutes / 60);
  if (hours < 24) return `${hours} h ${pad(wholeMinutes % 60)} m`;
  const wholeHours = Math.round(length / HOUR);
  return `${Math.floor(wholeHours / 24)} d ${wholeHours % 24} h`;
}

/** How long ago, coarsely: `just now`, `12 s ago`, `3 m ago`, `5 h ago`, `2 d ago`. Takes ms. */
export function formatAgo(ms: number): string {
  if (ms < SECOND) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

/** A size in decimal units: `84 B`, `2.1 kB`, `398 MB`, `1.12 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 'B';
  for (const next of units) {
    // 999.5 would be shown as 1000 of the smaller unit.
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${significant(value, unit === 'GB' || unit === 'TB' ? 3 : 2)} ${unit}`;
}

function significant(value: number, digits: number): string {
  if (value >= 99.95) return value.toFixed(0);
  return value.toPrecision(value >= 9.995 ? 3 : digits).replace(/\.0+$/, '');
}

/** Time of day: `14:04:40`, in the zone of whoever reads it. */
export function formatClock(instant: string | number | Date): string {
  const date = new Date(instant);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** Time of day with its day when that is not today: `14:04`, `Mon 17 Nov, 14:04`. */
export function formatMoment(instant: string | number | Date, now: Date): string {
  const date = new Date(instant);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  if (date.toDateString() === now.toDateString()) return time;
  return `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}, ${time}`;
}

/** An instant in full, for tooltips: `Fri 20 Nov 2026, 14:04:40.123`. */
export function formatInstant(instant: string | number | Date): string {
  const date = new Date(instant);
  const day = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
  return `${day}, ${formatClock(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A heading for the runs of one day: `Today`, `Yesterday`, `Mon 17 Nov`, `Mon 17 Nov 2025`. */
export function formatDay(instant: string | number | Date, now: Date): string {
  const date = new Date(instant);
  if (date.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const day = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
