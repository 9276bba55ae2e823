import { describe, expect, it } from 'vitest';
import {
  formatExactly,
  formatInZone,
  formatLate,
  formatSoon,
  formatUntil,
  fromLocalField,
  toLocalField,
} from './times';
import { allZones, isZone, offsetOf } from './zones';

const NOW = Date.parse('2026-11-23T12:00:00Z');

describe('times of triggers', () => {
  it.each([
    ['2026-11-23T11:59:00Z', 'now'],
    ['2026-11-23T12:00:12Z', 'in 12 s'],
    ['2026-11-23T12:24:00Z', 'in 24 min'],
    ['2026-11-23T15:00:00Z', 'in 3 h'],
    ['2026-11-28T12:00:00Z', 'in 5 days'],
  ])('says of %s that it is %s', (instant, words) => {
    expect(formatUntil(instant, NOW)).toBe(words);
  });

  it.each([
    ['2026-11-23T12:00:00.040Z', 'on time'],
    ['2026-11-23T12:00:00.400Z', '0.4 s late'],
    ['2026-11-23T12:00:30Z', '30 s late'],
    ['2026-11-23T12:10:00Z', '10 min late'],
    ['2026-11-23T15:00:00Z', '3 h late'],
  ])('says of a firing at %s that it was %s', (at, words) => {
    expect(formatLate(at, '2026-11-23T12:00:00Z')).toBe(words);
  });

  it('shows a time in the zone it was meant in, across the change of the clocks', () => {
    expect(formatInZone('2026-10-24T07:00:00Z', 'Europe/Berlin', NOW)).toBe('Sat 24 Oct, 09:00');
    expect(formatInZone('2026-10-26T08:00:00Z', 'Europe/Berlin', NOW)).toBe('Mon 26 Oct, 09:00');
    expect(formatInZone('2026-11-23T18:30:05Z', 'Asia/Kolkata', NOW)).toBe('Tue 24 Nov, 00:00:05');
    expect(formatInZone('2027-01-01T00:00:00Z', 'UTC', NOW)).toBe('Fri 1 Jan 2027, 00:00');
    expect(formatExactly('2026-11-23T18:30:00Z', 'UTC')).toBe('Mon 23 Nov, 18:30:00');
  });

  it('names no day that is today where the time is meant', () => {
    expect(formatSoon('2026-11-23T18:00:05Z', 'UTC', NOW)).toBe('today, 18:00:05');
    expect(formatSoon('2026-11-23T23:30:00Z', 'Europe/Berlin', NOW)).toBe('Tue 24 Nov, 00:30');
  });

  it('takes a local field and gives it back', () => {
    const instant = fromLocalField('2026-11-23T09:15:30');
    expect(instant).toBeDefined();
    expect(toLocalField(instant ?? '')).toBe('2026-11-23T09:15:30');
    expect(toLocalField(fromLocalField('2026-11-23T09:15') ?? '')).toBe('2026-11-23T09:15');
    expect(fromLocalField('')).toBeUndefined();
    expect(fromLocalField('soon')).toBeUndefined();
  });

  it('knows zones, and UTC first', () => {
    expect(allZones()[0]).toBe('UTC');
    expect(allZones()).toContain('Europe/Berlin');
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Berlin')).toBe(false);
    expect(offsetOf('Asia/Kolkata', new Date(NOW))).toBe('UTC+5:30');
    expect(offsetOf('UTC', new Date(NOW))).toBe('');
  });
});
