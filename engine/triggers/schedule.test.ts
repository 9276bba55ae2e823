import { describe, expect, it } from 'vitest';
import { everySeconds, nextTimes, onceAt } from './schedule';

const start = new Date('2026-01-01T00:00:00.500Z');
const later = (ms: number) => new Date(start.getTime() + ms);

describe('everySeconds', () => {
  const timetable = everySeconds(90, start);

  it('is due at its start and then at each interval', () => {
    expect(timetable.after(later(-1))).toEqual(start);
    expect(timetable.after(later(-10_000_000))).toEqual(start);
    expect(timetable.after(start)).toEqual(later(90_000));
    expect(timetable.after(later(89_999))).toEqual(later(90_000));
    expect(timetable.after(later(90_000))).toEqual(later(180_000));
  });

  it('finds the previous due time', () => {
    expect(timetable.before(start)).toBeUndefined();
    expect(timetable.before(later(1))).toEqual(start);
    expect(timetable.before(later(90_000))).toEqual(start);
    expect(timetable.before(later(90_001))).toEqual(later(90_000));
  });

  it('does not drift over years', () => {
    const far = new Date(start.getTime() + 3 * 365 * 86_400_000);
    const due = timetable.after(far);
    expect(((due?.getTime() ?? 0) - start.getTime()) % 90_000).toBe(0);
  });
});

describe('onceAt', () => {
  it('is due once', () => {
    expect(nextTimes(onceAt(start), later(-1), 5)).toEqual([start]);
    expect(nextTimes(onceAt(start), start, 5)).toEqual([]);
    expect(onceAt(start).before(start)).toBeUndefined();
    expect(onceAt(start).before(later(1))).toEqual(start);
  });
});
