import { describe, expect, it } from 'vitest';
import { type Due, dueStep, missedText } from './due';
import { everySeconds, onceAt, type Timetable } from './schedule';

const at = (text: string) => new Date(`2026-01-01T${text}Z`);
const minutely = everySeconds(60, at('00:00:00'));

/** All steps of a schedule until nothing of it is due. */
function carryOut(options: {
  timetable?: Timetable;
  dueAt: Date;
  now: Date;
  misfire: Due['misfire'];
}): string[] {
  const { timetable = minutely, now, misfire } = options;
  const done: string[] = [];
  let dueAt: Date | undefined = options.dueAt;
  while (dueAt && dueAt <= now) {
    const step = dueStep({ timetable, dueAt, now, misfire });
    done.push(step.kind === 'fire' ? step.dueAt.toISOString().slice(11, 19) : `missed ${step.missed.count}`);
    dueAt = step.nextAt;
  }
  return done;
}

describe('a schedule that is due', () => {
  it.each(['skip', 'fire_once', 'fire_all'] as const)(
    'fires when it is on time, by the rule %s',
    (misfire) => {
      expect(carryOut({ dueAt: at('00:05:00'), now: at('00:05:00.400'), misfire })).toEqual(['00:05:00']);
      expect(carryOut({ dueAt: at('00:05:00'), now: at('00:05:59'), misfire })).toEqual(['00:05:00']);
    },
  );

  it.each(['skip', 'fire_once', 'fire_all'] as const)(
    'fires every due time of the last minute, by the rule %s',
    (misfire) => {
      const timetable = everySeconds(20, at('00:00:00'));
      const done = carryOut({ timetable, dueAt: at('00:05:00'), now: at('00:05:41'), misfire });
      expect(done).toEqual(['00:05:00', '00:05:20', '00:05:40']);
    },
  );

  it.each([
    ['skip', ['missed 29', '00:29:00', '00:30:00']],
    ['fire_once', ['missed 29', '00:29:00', '00:30:00']],
  ] as const)('drops missed deliveries by the rule %s when another is on time', (misfire, done) => {
    const rest = { dueAt: at('00:00:00'), now: at('00:30:00') };
    expect(carryOut({ ...rest, misfire })).toEqual(done);
  });

  it.each([
    ['skip', ['missed 7']],
    ['fire_once', ['missed 6', '06:00:00']],
    ['fire_all', ['00:00:00', '01:00:00', '02:00:00', '03:00:00', '04:00:00', '05:00:00', '06:00:00']],
  ] as const)('follows the rule %s after hours without a server', (misfire, done) => {
    const timetable = everySeconds(3600, at('00:00:00'));
    expect(carryOut({ timetable, dueAt: at('00:00:00'), now: at('06:30:00'), misfire })).toEqual(done);
  });

  it('catches up on the newest hundred and drops the others', () => {
    const done = carryOut({ dueAt: at('00:00:00'), now: at('10:00:30'), misfire: 'fire_all' });
    expect(done[0]).toBe('missed 501');
    expect(done).toHaveLength(101);
    expect(done.at(-1)).toBe('10:00:00');
  });

  it('fires a late delivery once, unless its rule is to skip', () => {
    const timetable = onceAt(at('00:00:00'));
    const rest = { timetable, dueAt: at('00:00:00'), now: at('02:00:00') };
    expect(carryOut({ ...rest, misfire: 'skip' })).toEqual(['missed 1']);
    expect(carryOut({ ...rest, misfire: 'fire_once' })).toEqual(['00:00:00']);
    expect(carryOut({ ...rest, misfire: 'fire_all' })).toEqual(['00:00:00']);
  });

  it('stops counting missed seconds of a year at a limit', () => {
    const timetable = everySeconds(1, at('00:00:00'));
    const now = new Date('2027-01-01T00:00:00Z');
    const step = dueStep({ timetable, dueAt: at('00:00:00'), now, misfire: 'skip' });
    expect(step.kind === 'miss' && missedText(step.missed)).toBe(
      'No server was running at 1000 or more scheduled times from 2026-01-01T00:00:00.000Z to 2026-12-31T23:58:59.000Z.',
    );
  });

  it('never fires before the due time, and never twice', () => {
    for (const misfire of ['skip', 'fire_once', 'fire_all'] as const) {
      for (let seconds = 0; seconds < 4000; seconds += 37) {
        const now = new Date(at('00:00:00').getTime() + seconds * 1000);
        const done = carryOut({
          timetable: everySeconds(30, at('00:00:00')),
          dueAt: at('00:00:00'),
          now,
          misfire,
        });
        const fired = done.filter((text) => !text.startsWith('missed'));
        expect(new Set(fired).size).toBe(fired.length);
        expect(fired.every((text) => at(text) <= now)).toBe(true);
      }
    }
  });
});
