import { describe, expect, it } from 'vitest';
import { choiceOf, cronOf, FIRST_CHOICE, hasTime } from './cron-presets';

describe('presets of a cron expression', () => {
  it.each([
    ['* * * * *', 'minute'],
    ['15 * * * *', 'hour'],
    ['5 9 * * *', 'day'],
    ['0 9 * * 1-5', 'weekday'],
    ['30 18 * * 0', 'week'],
    ['0 0 1 * *', 'month'],
    ['0 0 L * *', 'month'],
  ])('reads %s as %s and writes it unchanged', (cron, preset) => {
    const choice = choiceOf(cron);
    expect(choice.preset).toBe(preset);
    expect(cronOf(choice)).toBe(cron);
  });

  it.each([
    '09 9 * * *',
    '0 9 * * MON-FRI',
    '0 0 1 1 *',
    '*/2 * * * * *',
    '0 9 13 * 5',
    '0 9 * * 7',
    'nonsense',
    '0 25 * * *',
  ])('keeps %s as written', (cron) => {
    const choice = choiceOf(cron);
    expect(choice.preset).toBe('custom');
    expect(cronOf(choice)).toBe(cron);
  });

  it('keeps the fields of other presets while one is chosen', () => {
    const choice = { ...FIRST_CHOICE, time: '07:45', weekday: '3' };
    expect(cronOf({ ...choice, preset: 'hour', minute: '5' })).toBe('5 * * * *');
    expect(cronOf({ ...choice, preset: 'week' })).toBe('45 7 * * 3');
  });

  it('requires a time of day only for presets that use one', () => {
    expect(hasTime({ ...FIRST_CHOICE, time: '' })).toBe(false);
    expect(hasTime({ ...FIRST_CHOICE, preset: 'minute', time: '' })).toBe(true);
  });
});
