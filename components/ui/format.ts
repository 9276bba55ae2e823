const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant as ISO 8601, ms since 1970, or a Date. */
type Instant = string | number | Date;

function msOf(instant: Instant): number {
  return new Date(instant).getTime();
}

/** A count with its noun: `1 step`, `3 steps`, `1,200 steps`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
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

/** A duration as people read it: `12 ms`, `0.4 s`, `36.9 s`, `3 m 04 s`, `1 h 05 m`, `2 d 3 h`. Takes ms. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '';
  const length = Math.max(0, ms);
  if (length < 99.5) return `${Math.round(length)} ms`;
  // 59.96 s would round to 60.0 s and is shown as a minute instead.
  if (length < 59.95 * SECOND) return `${(length / SECOND).toFixed(1)} s`;
  return formatLong(length);
}

/** A growing duration, in whole seconds so that it changes evenly: `32 s`, `2 m 41 s`. Takes ms. */
export function formatElapsed(ms: number): string {
  const length = Math.max(0, ms);
  if (length < MINUTE) return `${Math.floor(length / SECOND)} s`;
  return formatLong(Math.floor(length / SECOND) * SECOND);
}

/** Remaining time, rounded up: `1.2 s`, `32 s`, `2 m 41 s`. Takes ms. */
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

/** How long ago an instant was, in one unit: `just now`, `12 s ago`, `24 min ago`, `3 h ago`, `yesterday`, `3 days ago`. */
export function formatAgo(instant: Instant, now: Instant): string {
  const ms = msOf(now) - msOf(instant);
  return ms < 10 * SECOND ? 'just now' : formatRelative(-ms);
}

/** How long until an instant, in one unit: `now`, `in 12 s`, `in 24 min`, `in 3 h`, `tomorrow`, `in 5 days`. */
export function formatUntil(instant: Instant, now: Instant): string {
  const ms = msOf(instant) - msOf(now);
  return ms < SECOND ? 'now' : formatRelative(ms);
}

/** How long after another instant something happened: `on time`, `0.4 s late`, `3 min late`, `2 days late`. */
export function formatLate(at: Instant, dueAt: Instant): string {
  const ms = msOf(at) - msOf(dueAt);
  if (ms < 100) return 'on time';
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s late`;
  const [amount, unit] = inOneUnit(ms);
  return `${isSymbol(unit) ? `${amount} ${unit}` : formatCount(amount, unit)} late`;
}

/** Units that are written as symbols; the others are words. */
type UnitSymbol = 's' | 'min' | 'h';

function isSymbol(unit: UnitSymbol | 'day' | 'month' | 'year'): unit is UnitSymbol {
  return unit === 's' || unit === 'min' || unit === 'h';
}

const relativeDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function formatRelative(ms: number): string {
  const [amount, unit] = inOneUnit(Math.abs(ms));
  if (!isSymbol(unit)) return relativeDays.format(ms < 0 ? -amount : amount, unit);
  return ms < 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}

function inOneUnit(ms: number): [number, UnitSymbol | 'day' | 'month' | 'year'] {
  if (ms < 90 * SECOND) return [Math.round(ms / SECOND), 's'];
  if (ms < 90 * MINUTE) return [Math.round(ms / MINUTE), 'min'];
  const hours = Math.round(ms / HOUR);
  if (hours < 24) return [hours, 'h'];
  const days = Math.round(ms / DAY);
  if (days < 60) return [days, 'day'];
  return days < 730 ? [Math.round(days / 30), 'month'] : [Math.round(days / 365), 'year'];
}

/** Time of day in the reader's zone: `14:04:40`. */
export function formatClock(instant: Instant): string {
  const date = new Date(instant);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** Time of day with its day when that is not today: `14:04`, `Mon 17 Nov, 14:04`. */
export function formatMoment(instant: Instant, now: Date): string {
  const date = new Date(instant);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  if (date.toDateString() === now.toDateString()) return time;
  return `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}, ${time}`;
}

/** An instant in full, for tooltips: `Fri 20 Nov 2026, 14:04:40.123`. */
export function formatInstant(instant: Instant): string {
  const date = new Date(instant);
  const day = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
  return `${day}, ${formatClock(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A heading for the runs of one day: `Today`, `Yesterday`, `Mon 17 Nov`, `Mon 17 Nov 2025`. */
export function formatDay(instant: Instant, now: Date): string {
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

/**
 * Day and time of day in a zone: `Mon 23 Nov, 09:00`, with seconds when they are not 0, and the year when it is another
 * one.
 */
export function formatInZone(instant: Instant, zone: string, now: Instant): string {
  const parts = partsIn(zone, new Date(instant));
  const year = parts.year === partsIn(zone, new Date(now)).year ? '' : ` ${parts.year}`;
  const seconds = parts.second === '00' ? '' : `:${parts.second}`;
  return `${parts.weekday} ${parts.day} ${parts.month}${year}, ${parts.hour}:${parts.minute}${seconds}`;
}

/** As `formatInZone`; the day is left out when it is `today`. */
export function formatSoon(instant: Instant, zone: string, now: Instant): string {
  const [there, here] = [partsIn(zone, new Date(instant)), partsIn(zone, new Date(now))];
  const isToday = there.day === here.day && there.month === here.month && there.year === here.year;
  const text = formatInZone(instant, zone, now);
  return isToday ? `today, ${text.slice(text.lastIndexOf(' ') + 1)}` : text;
}

/** Day and time of day to the second, in a zone: `Mon 23 Nov, 09:00:00`. */
export function formatExactly(instant: Instant, zone: string): string {
  const { weekday, day, month, hour, minute, second } = partsIn(zone, new Date(instant));
  return `${weekday} ${day} ${month}, ${hour}:${minute}:${second}`;
}

type Part = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second';

function partsIn(zone: string, instant: Date): Readonly<Record<Part, string>> {
  const found: Record<Part, string> = {
    weekday: '',
    day: '',
    month: '',
    year: '',
    hour: '',
    minute: '',
    second: '',
  };
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) {
    if (Object.hasOwn(found, type)) found[asPart(type)] = value;
  }
  return found;
}

/** Guaranteed by the caller, who has checked the unit. */
function asPart(type: string): Part {
  return type as Part;
}

/** Cached: creating a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/** The value of a date and time field for an instant, in the reader's zone: `2026-11-23T09:00`. */
export function toLocalField(instant: string): string {
  const date = new Date(instant);
  const seconds = date.getSeconds() === 0 ? '' : `:${pad(date.getSeconds())}`;
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}${seconds}`;
}

/** The instant of a date and time field; undefined while it is empty or incomplete. */
export function fromLocalField(text: string): string | undefined {
  const instant = text.trim() === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
