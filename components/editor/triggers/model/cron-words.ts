import { type CronField, type CronFields, readCron } from './cron-fields';

/** What a cron expression means, such as `Every weekday at 09:00`; undefined where that cannot be said for certain. */
export function cronWords(text: string): string | undefined {
  const fields = readCron(text);
  if (fields === undefined) return undefined;
  const days = dayWords(fields);
  if (days === undefined) return undefined;
  const times = timesOfDay(fields);
  if (times !== undefined) return capital(`${days.lead} at ${listed(times)}`);
  const pace = paceWords(fields);
  if (pace === undefined) return undefined;
  return capital(days.tail === '' ? pace : `${pace}, ${days.tail}`);
}

/** Times that are listed one by one; more than these are no help. */
const MOST_LISTED = 6;

const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The times of day by themselves: `09:00`, `17:00`; undefined when they follow each other all day long. */
function timesOfDay({ second, minute, hour }: CronFields): string[] | undefined {
  if (second.kind !== 'values' || minute.kind !== 'values' || hour.kind !== 'values') return undefined;
  const { values: seconds } = second;
  const { values: minutes } = minute;
  if (seconds.length * minutes.length * hour.values.length > MOST_LISTED) return undefined;
  const showsSeconds = seconds.some((value) => value !== 0);
  return hour.values.flatMap((h) =>
    minutes.flatMap((m) =>
      seconds.map((s) => (showsSeconds ? `${pad(h)}:${pad(m)}:${pad(s)}` : `${pad(h)}:${pad(m)}`)),
    ),
  );
}

/** How often within the hours that count: `every 15 minutes from 09:00 to 17:45`. */
function paceWords({ second, minute, hour }: CronFields): string | undefined {
  const bySecond = evenly(second, 'second');
  if (bySecond !== undefined) {
    return minute.kind === 'any' && hour.kind === 'any' ? bySecond : undefined;
  }
  if (only(second) !== 0) return undefined;
  const byMinute = evenly(minute, 'minute');
  if (byMinute !== undefined) {
    const within = withinHours(hour, minute.kind === 'step' ? 60 - minute.every : 59);
    return within === undefined ? undefined : `${byMinute}${within}`;
  }
  if (minute.kind !== 'values') return undefined;
  return byHour(hour, minute.values);
}

/** `every hour`, `every 2 hours at 15 minutes past`, `every hour from 09:00 to 17:00`. */
function byHour(hour: CronField, minutes: readonly number[]): string | undefined {
  if (minutes.length > MOST_LISTED) return undefined;
  const [minute = 0] = minutes;
  const isOnTheHour = minutes.length === 1 && minute === 0;
  const past = isOnTheHour
    ? ''
    : ` at ${listed(minutes.map(String))} ${minute === 1 && minutes.length === 1 ? 'minute' : 'minutes'} past`;
  const pace = evenly(hour, 'hour');
  if (pace !== undefined) return `${pace}${past}`;
  const range = contiguous(hour);
  return range === undefined || !isOnTheHour
    ? undefined
    : `every hour from ${pad(range.first)}:00 to ${pad(range.last)}:00`;
}

function withinHours(hour: CronField, lastMinute: number): string | undefined {
  if (hour.kind === 'any') return '';
  const range = contiguous(hour);
  return range === undefined
    ? undefined
    : ` from ${pad(range.first)}:00 to ${pad(range.last)}:${pad(lastMinute)}`;
}

function evenly(field: CronField, unit: string): string | undefined {
  if (field.kind === 'any') return `every ${unit}`;
  return field.kind === 'step' ? `every ${field.every} ${unit}s` : undefined;
}

function contiguous(field: CronField): { readonly first: number; readonly last: number } | undefined {
  if (field.kind !== 'values') return undefined;
  const [first] = field.values;
  const last = field.values.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return last - first + 1 === field.values.length ? { first, last } : undefined;
}

function only(field: CronField): number | undefined {
  return field.kind === 'values' && field.values.length === 1 ? field.values[0] : undefined;
}

/** The days in front of a time and behind a pace. Crons disagree on a day of the month together with a weekday. */
function dayWords({ day, month, weekday }: CronFields): { lead: string; tail: string } | undefined {
  const months = month.kind === 'values' ? listed(month.values.map((value) => MONTHS[value - 1] ?? '')) : '';
  const inMonths = months === '' ? '' : `in ${months}`;
  if (day.kind === 'any' && weekday.kind === 'any') {
    return { lead: together('every day', inMonths), tail: inMonths };
  }
  if (day.kind === 'any') return withMonths(weekdayWords(weekday), inMonths);
  if (weekday.kind !== 'any') return undefined;
  const of = months === '' ? 'every month' : months;
  if (day.kind === 'last') return both(`on the last day of ${of}`);
  if (day.kind !== 'values' || day.values.length > MOST_LISTED) return undefined;
  return both(`on ${day.values.length === 1 ? 'day' : 'days'} ${listed(day.values.map(String))} of ${of}`);
}

function withMonths(days: { lead: string; tail: string } | undefined, inMonths: string) {
  return days && { lead: together(days.lead, inMonths), tail: together(days.tail, inMonths) };
}

function weekdayWords(field: CronField): { lead: string; tail: string } | undefined {
  if (field.kind !== 'values') return undefined;
  const { values } = field;
  if (values.length === 7) return { lead: 'every day', tail: '' };
  if (values.join() === '1,2,3,4,5') return { lead: 'every weekday', tail: 'on weekdays' };
  // The week begins on Monday.
  const names = values
    .toSorted((one, other) => weekOrder(one) - weekOrder(other))
    .map((day) => DAY_NAMES[day] ?? '');
  return { lead: `every ${listed(names)}`, tail: `on ${listed(names.map((name) => `${name}s`))}` };
}

function weekOrder(weekday: number): number {
  return (weekday + 6) % 7;
}

function both(words: string) {
  return { lead: words, tail: words };
}

function together(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ');
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
