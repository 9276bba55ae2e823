import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { type CronChoice, choiceOf } from './cron-presets';

/** Longer expressions are not described. */
const MAX_LENGTH = 200;

const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * A description of a cron expression, such as `Every weekday at 09:00`; undefined when it would be ambiguous.
 */
export function cronWords(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  // Sunday to Sunday is any day.
  const expression = text.trim().replace(/ 0-7$/, ' *');
  if (!isPlain(expression) || !isReadable(expression)) return undefined;
  return presetWords(choiceOf(expression)) ?? cronstrue.toString(expression, { use24HourTimeFormat: true });
}

function presetWords({ preset, minute, time, weekday, day }: CronChoice): string | undefined {
  switch (preset) {
    case 'minute':
      return 'Every minute';
    case 'hour':
      if (minute === '0') return 'Every hour';
      return `Every hour at ${minute} ${minute === '1' ? 'minute' : 'minutes'} past`;
    case 'day':
      return `Every day at ${time}`;
    case 'weekday':
      return `Every weekday at ${time}`;
    case 'week':
      return `Every ${DAY_NAMES[Number(weekday)]} at ${time}`;
    case 'month':
      return day === 'L'
        ? `On the last day of every month at ${time}`
        : `On day ${day} of every month at ${time}`;
    case 'custom':
      return undefined;
  }
}

/** How many values each field has, the second first; days are not evenly apart from one month or week to the next. */
const COUNTS = [60, 60, 24, undefined, 12, undefined];

/** Values and ranges, by number or by name. */
const VALUES = /^([a-z]{3}|\d{1,2})(-([a-z]{3}|\d{1,2})(\/\d{1,2})?)?$/i;

/** Whether all cron implementations agree on an expression and its description is exact. */
function isPlain(expression: string): boolean {
  const parts = expression.split(/\s+/);
  const [day, month, weekday] = parts.slice(-3);
  // With both a day of the month and a weekday, implementations differ.
  if (day !== '*' && weekday !== '*') return false;
  if (day === 'L') return isPlain([...parts.slice(0, -3), '*', month, weekday].join(' '));
  const counts = COUNTS.slice(COUNTS.length - parts.length);
  return parts.every((part, index) => isEven(part, counts[index]) || part.split(',').every(isValues));
}

/** `*\/7` minutes are not every seven minutes, since each hour starts again. */
function isEven(part: string, count: number | undefined): boolean {
  if (part === '*' || part === '*/1') return true;
  const step = /^\*\/(\d{1,2})$/.exec(part)?.[1];
  return step !== undefined && count !== undefined && count % Number(step) === 0;
}

function isValues(text: string): boolean {
  return VALUES.test(text);
}

function isReadable(expression: string): boolean {
  try {
    new Cron(expression, { mode: '5-or-6-parts', paused: true });
    return true;
  } catch {
    return false;
  }
}
