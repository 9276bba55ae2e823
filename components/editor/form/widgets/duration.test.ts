import { describe, expect, it } from 'vitest';
import { durationFromText, spokenDuration } from './duration';

describe('a typed duration', () => {
  it.each([
    ['90', 90],
    ['1.5', 1.5],
    ['90 s', 90],
    ['90sec', 90],
    ['1m 30s', 90],
    ['1m30s', 90],
    ['1 min 30 s', 90],
    ['1m 30', 90],
    ['1h 2', 3720],
    ['1.5 h', 5400],
    ['2 days', 172_800],
    ['250 ms', 0.25],
    ['1:30', 90],
    ['1:00:05', 3605],
    ['', undefined],
  ])('%j is %j seconds', (text, seconds) => {
    expect(durationFromText(text)).toBe(seconds);
  });

  it.each(['soon', '1m 30x', '30s 1m', '1m 2m', '1:75', '-', '1 2'])(
    'stays text when it is not a duration: %j',
    (text) => {
      expect(durationFromText(text)).toBe(text);
    },
  );

  it('is parsed after every keystroke', () => {
    const text = '1 minutes 30 seconds';
    for (let end = 1; end <= text.length; end += 1) {
      expect(typeof durationFromText(text.slice(0, end)), text.slice(0, end)).toBe('number');
    }
  });
});

describe('spokenDuration', () => {
  it('uses larger units from a minute on', () => {
    expect(spokenDuration(59)).toBeUndefined();
    expect(spokenDuration(90)).toBe('1 min 30 s');
    expect(spokenDuration(3600)).toBe('1 h');
    expect(spokenDuration(93_784)).toBe('1 d 2 h 3 min 4 s');
  });
});
