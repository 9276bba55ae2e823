import { describe, expect, it } from 'vitest';
import { formatAgo, formatCount } from './format';

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
  it('calls an instant ahead of this clock just now', () => {
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
