/** Common schedules, and `custom` for any other cron expression. */
export const CRON_PRESETS = ['minute', 'hour', 'day', 'weekday', 'week', 'month', 'custom'] as const;
export type CronPreset = (typeof CRON_PRESETS)[number];

/** The form of a cron expression; fields that the preset does not use keep their text. */
export interface CronChoice {
  readonly preset: CronPreset;
  /** Of `hour`: minutes past it. */
  readonly minute: string;
  /** `HH:MM` of the presets that fire once a day. */
  readonly time: string;
  /** Of `week`: Sunday is 0. */
  readonly weekday: string;
  /** Of `month`: 1 to 31, or `L` for the last one. */
  readonly day: string;
  /** Of `custom`: the expression itself. */
  readonly cron: string;
}

/** The default of a new schedule: every weekday at nine. */
export const FIRST_CHOICE: CronChoice = {
  preset: 'weekday',
  minute: '0',
  time: '09:00',
  weekday: '1',
  day: '1',
  cron: '',
};

/** The expression of a choice. */
export function cronOf(choice: CronChoice): string {
  const { preset, time, weekday, day } = choice;
  const at = clockOf(time);
  switch (preset) {
    case 'minute':
      return '* * * * *';
    case 'hour':
      return `${choice.minute.trim()} * * * *`;
    case 'day':
      return `${at} * * *`;
    case 'weekday':
      return `${at} * * 1-5`;
    case 'week':
      return `${at} * * ${weekday}`;
    case 'month':
      return `${at} ${day} * *`;
    case 'custom':
      return choice.cron.trim();
  }
}

/** Minute and hour of a cron expression. */
function clockOf(time: string): string {
  const [hour = '', minute = ''] = time.split(':');
  return `${Number(minute)} ${Number(hour)}`;
}

/** Whether the time of day is set, if the preset needs one. */
export function hasTime({ preset, time }: CronChoice): boolean {
  return ['minute', 'hour', 'custom'].includes(preset) || /^\d{2}:\d{2}/.test(time);
}

/** The choice for an expression; `custom` when no preset fits. */
export function choiceOf(cron: string): CronChoice {
  const custom: CronChoice = { ...FIRST_CHOICE, preset: 'custom', cron };
  const parts = cron.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  if (parts.length !== 5 || month !== '*') return custom;
  const found = presetOf({ minute, hour, day, weekday });
  // Only if the preset gives the same text: opening the form must not rewrite an expression.
  return found !== undefined && cronOf(found) === cron.trim() ? { ...found, cron } : custom;
}

interface Parts {
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly weekday: string;
}

function presetOf({ minute, hour, day, weekday }: Parts): CronChoice | undefined {
  const isAnyDay = day === '*' && weekday === '*';
  if (hour === '*' && minute === '*' && isAnyDay) return { ...FIRST_CHOICE, preset: 'minute' };
  if (!isNumber(minute, 59)) return undefined;
  if (hour === '*' && isAnyDay) return { ...FIRST_CHOICE, preset: 'hour', minute };
  if (!isNumber(hour, 23)) return undefined;
  const days = daysOf(day, weekday);
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return days && { ...FIRST_CHOICE, time, ...days };
}

/** The preset with these days, for a time of day. */
function daysOf(
  day: string,
  weekday: string,
): (Pick<CronChoice, 'preset'> & Partial<CronChoice>) | undefined {
  if (weekday === '*' && day === '*') return { preset: 'day' };
  if (weekday === '*') return day === 'L' || isNumber(day, 31) ? { preset: 'month', day } : undefined;
  if (day !== '*') return undefined;
  if (weekday === '1-5') return { preset: 'weekday' };
  return isNumber(weekday, 6) ? { preset: 'week', weekday } : undefined;
}

function isNumber(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}
