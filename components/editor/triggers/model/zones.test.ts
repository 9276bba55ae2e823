import { expect, it } from 'vitest';
import { allZones, formerName, isZone, offsetOf } from './zones';

it('knows zones, and UTC first', () => {
  expect(allZones()[0]).toBe('UTC');
  expect(allZones()).toContain('Europe/Berlin');
  expect(isZone('Europe/Berlin')).toBe(true);
  expect(isZone('Berlin')).toBe(false);
  expect(offsetOf('Asia/Kolkata', new Date('2026-11-23T12:00:00Z'))).toBe('UTC+5:30');
  expect(offsetOf('Asia/Nowhere', new Date('2026-11-23T12:00:00Z'))).toBe('');
  expect(offsetOf('UTC', new Date('2026-11-23T12:00:00Z'))).toBe('');
});

it('lists renamed zones once, by their current names', () => {
  const zones = allZones();
  expect(zones).toContain('Asia/Kolkata');
  expect(zones).not.toContain('Asia/Calcutta');
  expect(new Set(zones).size).toBe(zones.length);
  expect(formerName('Asia/Kolkata')).toBe('Asia/Calcutta');
  expect(zones.filter((zone) => !isZone(zone))).toEqual([]);
});
