import { describe, expect, it } from 'vitest';
import { cronWords } from './cron-words';

describe('the description of a cron expression', () => {
  it.each([
    ['* * * * *', 'Every minute'],
    ['* * * * * *', 'Every second'],
    ['*/2 * * * * *', 'Every 2 seconds'],
    ['0 */5 * * * *', 'Every 5 minutes'],
    ['*/1 * * * *', 'Every minute'],
    ['0 * * * *', 'Every hour'],
    ['15 * * * *', 'Every hour at 15 minutes past'],
    ['1 * * * *', 'Every hour at 1 minute past'],
    ['0,30 * * * *', 'At 0 and 30 minutes past the hour'],
    ['0 */6 * * *', 'On the hour, every 6 hours'],
    ['0 9 * * *', 'Every day at 09:00'],
    ['30 0 9 * * *', 'At 09:00:30'],
    ['0 9,17 * * *', 'At 09:00 and 17:00'],
    ['0 9 * * 1-5', 'Every weekday at 09:00'],
    ['0 9 * * mon-fri', 'At 09:00, Monday through Friday'],
    ['0 9 * * 1,3,5', 'At 09:00, only on Monday, Wednesday, and Friday'],
    ['5 4 * * 7', 'At 04:05, only on Sunday'],
    ['5 4 * * 0', 'Every Sunday at 04:05'],
    ['0 9 * * 5-7', 'At 09:00, Friday through Sunday'],
    ['0 9 * * 0-7', 'Every day at 09:00'],
    ['0 0 1 * *', 'On day 1 of every month at 00:00'],
    ['0 0 1,15 * *', 'At 00:00, on day 1 and 15 of the month'],
    ['0 0 L * *', 'On the last day of every month at 00:00'],
    ['0 0 1 JAN,jul *', 'At 00:00, on day 1 of the month, only in January and July'],
    ['0 6 * 6-8 *', 'At 06:00, June through August'],
    ['0 6 * 12 1', 'At 06:00, only on Monday, only in December'],
    ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 09:00 and 17:59, Monday through Friday'],
    ['* 9-17 * * *', 'Every minute, between 09:00 and 17:59'],
    ['0 8-18 * * 6', 'Every hour, between 08:00 and 18:00, only on Saturday'],
    ['  0   9 * * *  ', 'At 09:00'],
    ['*/15 9,12 * * *', 'Every 15 minutes, at 09:00 and 12:00'],
    ['* 5 * * * *', 'Every second, at 5 minutes past the hour'],
  ])('of %s', (text, words) => {
    expect(cronWords(text)).toBe(words);
  });

  it.each([
    // A day of the month with a weekday: cron implementations combine them with "and" or "or".
    '0 0 13 * 5',
    // Each hour starts again, so these are not evenly apart.
    '*/7 * * * *',
    '*/40 * * * * *',
    // Names, signs and counts that only some cron implementations support.
    '0 0 * * 5L',
    '0 0 15W * *',
    '0 0 * * 1#2',
    '? * * * *',
    '@daily',
    '5/10 * * * *',
    '0 0 1-32 * *',
    '60 * * * *',
    '0 24 * * *',
    '5-1 * * * *',
    '0 0 1 1 * 2030 1',
    '* * * *',
    '',
    'x y z a b',
    '0 9-17/2-3 * * *',
    '*/0 * * * *',
    '1,,2 * * * *',
    '0 0 */2 * *',
  ])('is undefined instead of wrong for “%s”', (text) => {
    expect(cronWords(text)).toBeUndefined();
  });

  it('is fast for long texts', () => {
    expect(cronWords(`${' '.repeat(100_000)}x`)).toBeUndefined();
    expect(cronWords('1,'.repeat(50_000))).toBeUndefined();
  });
});
