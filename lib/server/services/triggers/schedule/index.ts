import { everySeconds, onceAt, type Timetable } from '@/engine/triggers';
import type { ScheduleConfig } from '@/lib/contracts/triggers';
import { cronTimetable } from './cron';
import { isTimeZone, nearestTimeZone } from './time-zone';

/** A schedule is invalid; names the field of its configuration. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
  readonly field: string;

  constructor(field: string, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.field = field;
  }
}

/**
 * The due times of a schedule.
 * @param made start of an interval without its own start
 * @throws ScheduleError when the time zone or the cron expression is invalid
 */
export function timetableOf(config: ScheduleConfig, made: Date): Timetable {
  switch (config.kind) {
    case 'interval':
      return everySeconds(config.every_seconds, config.from === undefined ? made : new Date(config.from));
    case 'once':
      return onceAt(new Date(config.at));
    case 'cron':
      return cronOf(config);
  }
}

function cronOf({ cron, time_zone }: Extract<ScheduleConfig, { kind: 'cron' }>): Timetable {
  if (!isTimeZone(time_zone)) {
    const near = nearestTimeZone(time_zone);
    const next = near === undefined ? 'Use a name such as Europe/Berlin, or UTC.' : `Did you mean ${near}?`;
    throw new ScheduleError('time_zone', `The time zone ${time_zone} does not exist. ${next}`);
  }
  try {
    return cronTimetable(cron, time_zone);
  } catch (error) {
    throw new ScheduleError('cron', error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Why a schedule is never due after an instant, in one sentence. */
export function neverDue(config: ScheduleConfig): { field: string; message: string } {
  switch (config.kind) {
    case 'once':
      return { field: 'at', message: `${config.at} has passed. Choose a later time.` };
    case 'interval':
      return {
        field: 'every_seconds',
        message: 'The interval has no further due time. Choose a shorter interval.',
      };
    case 'cron':
      return {
        field: 'cron',
        message: `"${config.cron}" is never due: ${impossibleDay(config.cron)}. Check day and month.`,
      };
  }
}

function impossibleDay(cron: string): string {
  const [day, month] = cron.trim().split(/\s+/).slice(-3);
  return `no year has a day ${day} in month ${month}`;
}
