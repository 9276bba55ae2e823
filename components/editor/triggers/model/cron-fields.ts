/** The values that a field of a cron expression stands for. */
export type CronField =
  | { readonly kind: 'any' }
  /** Every so many, from the first on, evenly: sixty minutes by fifteen. */
  | { readonly kind: 'step'; readonly every: number }
  | { readonly kind: 'values'; readonly values: readonly number[] }
  /** The last day of a month. */
  | { readonly kind: 'last' };

/** A cron expression taken apart; `second` is 0 where it has five fields. */
export interface CronFields {
  readonly second: CronField;
  readonly minute: CronField;
  readonly hour: CronField;
  readonly day: CronField;
  readonly month: CronField;
  /** Sunday is 0. */
  readonly weekday: CronField;
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  readonly names?: readonly string[];
}

const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const BOUNDS = {
  second: { first: 0, last: 59 },
  minute: { first: 0, last: 59 },
  hour: { first: 0, last: 23 },
  day: { first: 1, last: 31 },
  month: { first: 1, last: 12, names: MONTH_NAMES },
  // Sunday is 0 and 7.
  weekday: { first: 0, last: 7, names: WEEKDAY_NAMES },
} as const satisfies Record<keyof CronFields, Bounds>;

/** Takes a cron expression apart; undefined for whatever is not plainly understood here, which the server may still know. */
export function readCron(text: string): CronFields | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) return undefined;
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = ''] =
    parts.length === 6 ? parts : ['0', ...parts];
  const fields = {
    second: readField(second, BOUNDS.second),
    minute: readField(minute, BOUNDS.minute),
    hour: readField(hour, BOUNDS.hour),
    day: day === 'L' ? ({ kind: 'last' } as const) : readField(day, BOUNDS.day),
    month: readField(month, BOUNDS.month),
    weekday: withoutSeven(readField(weekday, BOUNDS.weekday)),
  };
  return isWhole(fields) ? fields : undefined;
}

function isWhole(
  fields: { readonly [name in keyof CronFields]: CronField | undefined },
): fields is CronFields {
  return Object.values(fields).every((field) => field !== undefined);
}

function readField(text: string, bounds: Bounds): CronField | undefined {
  if (text === '*') return { kind: 'any' };
  if (text.startsWith('*/')) return readStep(text.slice(2), bounds);
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = readRange(part, bounds);
    if (range === undefined) return undefined;
    for (const value of range) values.add(value);
  }
  return { kind: 'values', values: [...values].sort((one, other) => one - other) };
}

/** `*\/7` minutes are not every seven minutes: the hour begins anew. Such steps are told as the values they are. */
function readStep(text: string, bounds: Bounds): CronField | undefined {
  const every = readNumber(text, { first: 1, last: bounds.last });
  if (every === undefined) return undefined;
  if (every === 1) return { kind: 'any' };
  const isClock = bounds.first === 0 && bounds.names === undefined;
  if (isClock && (bounds.last + 1) % every === 0) return { kind: 'step', every };
  return { kind: 'values', values: span(bounds.first, lastOf(bounds), every) };
}

function readRange(text: string, bounds: Bounds): readonly number[] | undefined {
  const [range = '', step, ...more] = text.split('/');
  const [from = '', to, ...rest] = range.split('-');
  if (more.length > 0 || rest.length > 0) return undefined;
  const first = readNumber(from, bounds);
  if (first === undefined) return undefined;
  // A step without a range means something else to every cron.
  if (to === undefined) return step === undefined ? [first] : undefined;
  const last = readNumber(to, bounds);
  const every = step === undefined ? 1 : readNumber(step, { first: 1, last: bounds.last });
  if (last === undefined || every === undefined || last < first) return undefined;
  return span(first, last, every);
}

function readNumber(text: string, { first, last, names = [] }: Bounds): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return named + first;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= first && value <= last ? value : undefined;
}

function span(first: number, last: number, every: number): number[] {
  const values: number[] = [];
  for (let value = first; value <= last; value += every) values.push(value);
  return values;
}

/** Seven is Sunday again, so that a step over weekdays ends on Saturday. */
function lastOf(bounds: Bounds): number {
  return bounds === BOUNDS.weekday ? 6 : bounds.last;
}

function withoutSeven(field: CronField | undefined): CronField | undefined {
  if (field?.kind !== 'values') return field;
  const values = [...new Set(field.values.map((value) => value % 7))].sort((one, other) => one - other);
  return { kind: 'values', values };
}
