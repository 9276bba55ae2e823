import { describe, expect, it } from 'vitest';
import { applyChange, readTutorial } from './tutorial';

const FENCE = '```';

describe('a tutorial', () => {
  it('is read as files, changes and commands with their output', () => {
    const page = [
      `${FENCE}ts a.ts`,
      'const a = 1;',
      FENCE,
      `${FENCE}diff b.ts`,
      ' first',
      '+second',
      FENCE,
      `${FENCE}sh`,
      'npm test',
      FENCE,
      `${FENCE}text`,
      'passed',
      FENCE,
    ].join('\n');
    expect(readTutorial(page)).toEqual([
      { kind: 'file', path: 'a.ts', text: 'const a = 1;\n' },
      { kind: 'change', path: 'b.ts', lines: [' first', '+second'] },
      { kind: 'command', command: 'npm test', prints: 'passed' },
    ]);
  });

  it('has no block that is not executed', () => {
    expect(() => readTutorial(`${FENCE}ts\nconst a = 1;\n${FENCE}`)).toThrow('A block of ts has no path');
  });

  it('changes a file between the lines that it shows', () => {
    expect(applyChange('a\nfirst\nlast\nb', [' first', '+second', ' last'])).toBe(
      'a\nfirst\nsecond\nlast\nb',
    );
    expect(() => applyChange('a\nb', [' first', '+second'])).toThrow('These lines are not there:\nfirst');
  });
});
