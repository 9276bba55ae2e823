import { describe, expect, it } from 'vitest';
import { nextTimes } from '@/engine/triggers';
import { cronTimetable } from './cron';

/** The next due times as UTC, to the minute. */
function due(expression: string, timeZone: string, after: string, count = 3): string[] {
  const times = nextTimes(cronTimetable(expression, timeZone), new Date(after), count);
  return times.map((time) => time.toISOString().slice(5, 16));
}

describe('cron expressions', () => {
  it('are read in the time zone, with five fields or six', () => {
    expect(due('30 9 * * MON-FRI', 'Europe/Berlin', '2026-01-02T12:00:00Z', 2)).toEqual([
      '01-05T08:30',
      '01-06T08:30',
    ]);
    const everyTen = cronTimetable('*/10 * * * * *', 'UTC');
    expect(everyTen.after(new Date('2026-01-01T00:00:09.999Z'))?.toISOString()).toBe(
      '2026-01-01T00:00:10.000Z',
    );
  });

  it('return strictly later and strictly earlier times', () => {
    for (const expression of ['* * * * * *', '*/7 * * * *', '15 2 * * *', '0 0 L * *']) {
      for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
        const timetable = cronTimetable(expression, zone);
        let from = new Date('2026-03-28T23:59:58.250Z');
        for (let turn = 0; turn < 30; turn += 1) {
          const next = timetable.after(from) ?? new Date(0);
          expect(next > from).toBe(true);
          const back = timetable.before(new Date(next.getTime() + 1));
          expect(back?.toISOString(), `${expression} ${zone}`).toBe(next.toISOString());
          expect((timetable.before(next) ?? new Date(0)) < next).toBe(true);
          from = next;
        }
      }
    }
  });

  it('find a leap day years ahead, and no 30 February', () => {
    expect(due('0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', 1)).toEqual(['02-29T00:00']);
    expect(due('0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('when clocks go forward', () => {
  it.each([
    // 02:00 becomes 03:00 on 29 March in Berlin, on 8 March in New York.
    ['Europe/Berlin', '2026-03-28T00:00:00Z', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
    ['America/New_York', '2026-03-07T00:00:00Z', ['03-07T07:30', '03-08T07:00', '03-09T06:30']],
  ])('a time of day in the gap is due when the gap ends, in %s', (zone, after, times) => {
    expect(due('30 2 * * *', zone, after)).toEqual(times);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:30:00Z', ['03-29T00:40', '03-29T00:50', '03-29T01:00', '03-29T01:10']],
    [
      'America/New_York',
      '2026-03-08T06:30:00Z',
      ['03-08T06:40', '03-08T06:50', '03-08T07:00', '03-08T07:10'],
    ],
  ])('a schedule of every ten minutes continues every ten minutes, in %s', (zone, after, times) => {
    expect(due('*/10 * * * *', zone, after, 4)).toEqual(times);
  });

  it('several times of day are times of day', () => {
    const times = due('30 2,14 * * *', 'Europe/Berlin', '2026-03-28T23:00:00Z', 2);
    expect(times).toEqual(['03-29T01:00', '03-29T12:30']);
  });

  it('a schedule within the missing hour is left out that day', () => {
    expect(due('*/20 2 * * *', 'Europe/Berlin', '2026-03-28T02:00:00Z', 1)).toEqual(['03-30T00:00']);
  });
});

describe('when clocks go back', () => {
  it.each([
    // 03:00 becomes 02:00 on 25 October in Berlin; 02:00 becomes 01:00 on 1 November in New York.
    ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00:00Z', ['10-25T00:30', '10-26T01:30']],
    ['America/New_York', '30 1 * * *', '2026-10-31T12:00:00Z', ['11-01T05:30', '11-02T06:30']],
  ])('a repeated time of day is due the first time, in %s', (zone, cron, after, times) => {
    expect(due(cron, zone, after, 2)).toEqual(times);
  });

  it.each([
    [
      'Europe/Berlin',
      '*/30 2 * * *',
      '2026-10-24T12:00:00Z',
      ['10-25T00:00', '10-25T00:30', '10-25T01:00', '10-25T01:30'],
    ],
    [
      'America/New_York',
      '*/30 1 * * *',
      '2026-10-31T12:00:00Z',
      ['11-01T05:00', '11-01T05:30', '11-01T06:00', '11-01T06:30'],
    ],
  ])('a schedule within the repeated hour is due in both hours, in %s', (zone, cron, after, times) => {
    expect(due(cron, zone, after, 4)).toEqual(times);
  });
});
