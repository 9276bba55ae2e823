import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatCountdown,
  formatDay,
  formatDuration,
  formatElapsed,
  formatInstant,
  formatMoment,
} from './format';

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

  it('ticks in whole seconds while something runs', () => {
    expect(formatElapsed(32_900)).toBe('32 s');
    expect(formatElapsed(161_999)).toBe('2 m 41 s');
  });

  it('counts down in tenths below ten seconds and never promises less than is left', () => {
    expect(formatCountdown(1_150)).toBe('1.2 s');
    expect(formatCountdown(31_001)).toBe('32 s');
  });

  it('says how long ago in one unit', () => {
    expect([400, 12_000, 200_000, 7_200_000, 200_000_000].map(formatAgo)).toEqual([
      'just now',
      '12 s ago',
      '3 m ago',
      '2 h ago',
      '2 d ago',
    ]);
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

  it('names the day only when it is not today', () => {
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
