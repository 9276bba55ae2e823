const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long until an instant: `now`, `in 12 s`, `in 24 min`, `in 3 h`, `tomorrow`, `in 5 days`. */
export function formatUntil(instant: string, nowMs: number): string {
  const ms = Date.parse(instant) - nowMs;
  if (ms < SECOND) return 'now';
  if (ms < 90 * SECOND) return `in ${Math.round(ms / SECOND)} s`;
  if (ms < 90 * MINUTE) return `in ${Math.round(ms / MINUTE)} min`;
  if (ms < 36 * HOUR) return `in ${Math.round(ms / HOUR)} h`;
  return `in ${Math.round(ms / DAY)} days`;
}

/** How long after another instant something happened: `on time`, `0.4 s late`, `3 min late`. */
export function formatLate(at: string, dueAt: string): string {
  const ms = Date.parse(at) - Date.parse(dueAt);
  if (ms < 100) return 'on time';
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s late`;
  if (ms < 90 * SECOND) return `${Math.round(ms / SECOND)} s late`;
  if (ms < 90 * MINUTE) return `${Math.round(ms / MINUTE)} min late`;
  if (ms < 36 * HOUR) return `${Math.round(ms / HOUR)} h late`;
  return `${Math.round(ms / DAY)} days late`;
}

/** Day and time of day in a zone: `Mon 23 Nov, 09:00`, with seconds where there are some and the year when it is another one. */
export function formatInZone(instant: string, zone: string, nowMs: number): string {
  const parts = partsIn(zone, new Date(instant));
  const year = parts.year === partsIn(zone, new Date(nowMs)).year ? '' : ` ${parts.year}`;
  const seconds = parts.second === '00' ? '' : `:${parts.second}`;
  return `${parts.weekday} ${parts.day} ${parts.month}${year}, ${parts.hour}:${parts.minute}${seconds}`;
}

/** As `formatInZone`, with `today` for a day that needs no name. */
export function formatSoon(instant: string, zone: string, nowMs: number): string {
  const [there, now] = [partsIn(zone, new Date(instant)), partsIn(zone, new Date(nowMs))];
  const isToday = there.day === now.day && there.month === now.month && there.year === now.year;
  const text = formatInZone(instant, zone, nowMs);
  return isToday ? `today, ${text.slice(text.lastIndexOf(' ') + 1)}` : text;
}

/** Day and time of day to the second, in a zone: `Mon 23 Nov, 09:00:00`. */
export function formatExactly(instant: string, zone: string): string {
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

/** The caller has looked that it is one. */
function asPart(type: string): Part {
  return type as Part;
}

/** Making one costs far more than using it. */
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

/** What a date and time field holds for an instant: `2026-11-23T09:00`, in the zone of whoever reads it. */
export function toLocalField(instant: string): string {
  const date = new Date(instant);
  const seconds = date.getSeconds() === 0 ? '' : `:${pad(date.getSeconds())}`;
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}${seconds}`;
}

/** The instant that a date and time field means; undefined while it holds none. */
export function fromLocalField(text: string): string | undefined {
  const instant = text.trim() === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
