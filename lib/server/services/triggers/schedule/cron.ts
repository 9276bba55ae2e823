import { Cron } from 'croner';
import type { Timetable } from '@/engine/triggers';

/** A cron expression is invalid. The message names the part and the allowed values. */
export class CronError extends Error {
  override readonly name = 'CronError';
}

/**
 * The due times of a cron expression in a time zone. Without `*` and steps in second, minute and hour it
 * names times of day: when clocks go forward, a skipped time is due at the change; when they go back, a
 * repeated time is due once. With them it repeats: it is not due in the gap, and due in both hours.
 * @param timeZone a name that `isTimeZone` accepts
 * @throws CronError
 */
export function cronTimetable(expression: string, timeZone: string): Timetable {
  const cron = parse(expression, timeZone);
  return {
    after: (instant) => cron.nextRun(instant) ?? undefined,
    before: (instant) => cron.previousRuns(1, instant)[0],
  };
}

function parse(expression: string, timeZone: string): Cron {
  const problem = problemOf(expression);
  if (problem !== undefined) throw new CronError(problem);
  return new Cron(expression, options(timeZone));
}

function options(timezone: string) {
  return { timezone, mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard', paused: true } as const;
}

/** The fields of a cron expression in order; with five, the first one is omitted. */
const FIELDS = [
  { name: 'second', takes: '0 to 59' },
  { name: 'minute', takes: '0 to 59' },
  { name: 'hour', takes: '0 to 23' },
  { name: 'day of the month', takes: '1 to 31, or L for the last' },
  { name: 'month', takes: '1 to 12 or JAN to DEC' },
  { name: 'day of the week', takes: '0 to 7 or SUN to SAT' },
] as const;

/** Supported nicknames; `@reboot` has no meaning here. */
const NICKNAMES = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

/** Why an expression is invalid, in one sentence; undefined when it is valid. */
function problemOf(expression: string): string | undefined {
  const text = expression.trim();
  if (text.startsWith('@')) {
    if (NICKNAMES.includes(text.toLowerCase())) return undefined;
    return `"${text}" is unknown. Supported: ${NICKNAMES.join(', ')}.`;
  }
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== 5 && parts.length !== 6) {
    const count = parts.length === 1 ? '1 field' : `${parts.length} fields`;
    return `"${text}" has ${count}. Write five: minute, hour, day of the month, month, day of the week; or six, with the second first.`;
  }
  const fields = FIELDS.slice(FIELDS.length - parts.length);
  for (const [index, { name, takes }] of fields.entries()) {
    const part = parts[index] ?? '';
    const alone = FIELDS.map((field) => (field.name === name ? part : '*')).join(' ');
    if (isReadable(alone)) continue;
    return `The ${name} "${part}" is invalid. Use ${takes}; * for any, lists such as 1,3, ranges such as 1-5 and steps such as */5.`;
  }
  return isReadable(text) ? undefined : `"${text}" is not a valid cron expression.`;
}

function isReadable(expression: string): boolean {
  try {
    new Cron(expression, options('UTC'));
    return true;
  } catch {
    return false;
  }
}
