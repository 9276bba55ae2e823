import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatCount,
  formatCountdown,
  formatDay,
  formatDuration,
  formatElapsed,
  formatExactly,
  formatInstant,
  formatInZone,
  formatLate,
  formatMoment,
  formatSoon,
  formatUntil,
  fromLocalField,
  toLocalField,
} from './format';

const NOW = Date.parse('2026-11-23T12:00:00Z');

describe('formatAgo', () => {
  const now = new Date('2026-03-12T12:00:00Z');
  const ago = (ms: number) => formatAgo(new Date(now.getTime() - ms), now);
  it('counts in the largest unit that is not fractional', () => {
    expect(ago(5000)).toBe('just now');
    expect(ago(24 * 60_000)).toBe('24 min ago');
    expect(ago(3 * 3_600_000)).toBe('3 h ago');
    expect(ago(25 * 3_600_000)).toBe('yesterday');
    expect(ago(3 * 86_400_000)).toBe('3 days ago');
    expect(ago(90 * 86_400_000)).toBe('3 months ago');
  });
  it('counts seconds while they matter', () => {
    expect([400, 12_000, 200_000, 7_200_000, 200_000_000].map(ago)).toEqual([
      'just now',
      '12 s ago',
      '3 min ago',
      '2 h ago',
      '2 days ago',
    ]);
  });
  it('shows a future instant as just now', () => {
    expect(ago(-5000)).toBe('just now');
  });
});

describe('formatCount', () => {
  it('uses the singular for one only', () => {
    expect(formatCount(1, 'step')).toBe('1 step');
    expect(formatCount(0, 'step')).toBe('0 steps');
    expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
  });
});

describe('format', () => {
  it('writes durations with a unit after a space and the smaller unit padded', () => {
    const cases: [number, string][] = [
      [0, '0 ms'],
      [12, '12 ms'],
      [99, '99 ms'],
      [99.6, '0.1 s'],
      [400, '0.4 s'],
      [36_900, '36.9 s'],
      [59_949, '59.9 s'],
      [59_960, '1 m 00 s'],
      [161_000, '2 m 41 s'],
      [184_000, '3 m 04 s'],
      [3_599_600, '1 h 00 m'],
      [3_900_000, '1 h 05 m'],
      [183_600_000, '2 d 3 h'],
    ];
    for (const [ms, text] of cases) expect(formatDuration(ms), String(ms)).toBe(text);
  });

  it('never shows a negative duration', () => {
    expect(formatDuration(-5)).toBe('0 ms');
    expect(formatElapsed(-5)).toBe('0 s');
    expect(formatCountdown(-5)).toBe('0.0 s');
  });

  it('shows whole seconds while something is active', () => {
    expect(formatElapsed(32_900)).toBe('32 s');
    expect(formatElapsed(161_999)).toBe('2 m 41 s');
  });

  it('counts down in tenths below ten seconds and never shows less than the remaining time', () => {
    expect(formatCountdown(1_150)).toBe('1.2 s');
    expect(formatCountdown(31_001)).toBe('32 s');
  });

  it('writes sizes in decimal units', () => {
    expect([84, 2_100, 12_340, 398_000_000, 1_120_000_000, 999_600].map(formatBytes)).toEqual([
      '84 B',
      '2.1 kB',
      '12.3 kB',
      '398 MB',
      '1.12 GB',
      '1 MB',
    ]);
  });

  it('shows the day only when it is not today', () => {
    const now = new Date(2026, 10, 20, 15, 0, 0);
    const today = new Date(2026, 10, 20, 14, 4, 40, 7);
    expect(formatClock(today)).toBe('14:04:40');
    expect(formatMoment(today, now)).toBe('14:04');
    expect(formatMoment(new Date(2026, 10, 17, 9, 5), now)).toBe('Tue 17 Nov, 09:05');
    expect(formatInstant(today)).toBe('Fri 20 Nov 2026, 14:04:40.007');
    expect(formatDay(today, now)).toBe('Today');
    expect(formatDay(new Date(2026, 10, 19, 23), now)).toBe('Yesterday');
    expect(formatDay(new Date(2025, 10, 19), now)).toBe('Wed 19 Nov 2025');
  });
});

describe('times that are due', () => {
  it.each([
    ['2026-11-23T11:59:00Z', 'now'],
    ['2026-11-23T12:00:12Z', 'in 12 s'],
    ['2026-11-23T12:24:00Z', 'in 24 min'],
    ['2026-11-23T15:00:00Z', 'in 3 h'],
    ['2026-11-24T12:00:00Z', 'tomorrow'],
    ['2026-11-28T12:00:00Z', 'in 5 days'],
  ])('shows %s as %s', (instant, words) => {
    expect(formatUntil(instant, NOW)).toBe(words);
  });

  it.each([
    ['2026-11-23T12:00:00.040Z', 'on time'],
    ['2026-11-23T12:00:00.400Z', '0.4 s late'],
    ['2026-11-23T12:00:30Z', '30 s late'],
    ['2026-11-23T12:10:00Z', '10 min late'],
    ['2026-11-23T15:00:00Z', '3 h late'],
    ['2026-11-24T13:00:00Z', '1 day late'],
    ['2026-11-26T12:00:00Z', '3 days late'],
  ])('shows a delivery at %s as %s', (at, words) => {
    expect(formatLate(at, '2026-11-23T12:00:00Z')).toBe(words);
  });

  it('shows a time in its zone, across a change to daylight saving time', () => {
    expect(formatInZone('2026-10-24T07:00:00Z', 'Europe/Berlin', NOW)).toBe('Sat 24 Oct, 09:00');
    expect(formatInZone('2026-10-26T08:00:00Z', 'Europe/Berlin', NOW)).toBe('Mon 26 Oct, 09:00');
    expect(formatInZone('2026-11-23T18:30:05Z', 'Asia/Kolkata', NOW)).toBe('Tue 24 Nov, 00:00:05');
    expect(formatInZone('2027-01-01T00:00:00Z', 'UTC', NOW)).toBe('Fri 1 Jan 2027, 00:00');
    expect(formatExactly('2026-11-23T18:30:00Z', 'UTC')).toBe('Mon 23 Nov, 18:30:00');
  });

  it('shows no day when it is today in the zone', () => {
    expect(formatSoon('2026-11-23T18:00:05Z', 'UTC', NOW)).toBe('today, 18:00:05');
    expect(formatSoon('2026-11-23T23:30:00Z', 'Europe/Berlin', NOW)).toBe('Tue 24 Nov, 00:30');
  });

  it('reads and writes a local date and time field', () => {
    const instant = fromLocalField('2026-11-23T09:15:30');
    expect(instant).toBeDefined();
    expect(toLocalField(instant ?? '')).toBe('2026-11-23T09:15:30');
    expect(toLocalField(fromLocalField('2026-11-23T09:15') ?? '')).toBe('2026-11-23T09:15');
    expect(fromLocalField('')).toBeUndefined();
    expect(fromLocalField('soon')).toBeUndefined();
  });
});
