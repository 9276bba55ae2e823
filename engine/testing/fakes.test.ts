import { describe, expect, it } from 'vitest';
import { memoryClock } from './fakes';

describe('memoryClock', () => {
  it('calls back in order as time passes, each at its instant', () => {
    const clock = memoryClock(new Date(0));
    const seen: [string, number][] = [];
    const note = (name: string) => () => void seen.push([name, clock.now().getTime()]);
    clock.at(new Date(20), note('late'));
    clock.at(new Date(10), () => {
      note('early')();
      clock.at(new Date(15), note('between'));
    });
    clock.advance(19);
    expect(seen).toEqual([
      ['early', 10],
      ['between', 15],
    ]);
    expect(clock.due).toEqual([new Date(20)]);
    clock.advance(1);
    expect(seen).toHaveLength(3);
  });

  it('does not call back a cleared timer', () => {
    const clock = memoryClock(new Date(0));
    const callOff = clock.at(new Date(10), () => {
      throw new Error('The attempt was aborted.');
    });
    callOff();
    clock.advance(100);
    expect(clock.due).toEqual([]);
  });
});
