import { describe, expect, it } from 'vitest';
import { diffLines, withContext } from './line-diff';

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => SIGNS[kind] + text);

/** Pseudo-random numbers from a fixed seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('the lines of two texts', () => {
  it.each([
    ['a\nb', 'a\nb', [' a', ' b']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a', 'a\nb', [' a', '+b']],
    ['a\nb', 'b', ['-a', ' b']],
  ])('of %j and %j are compared', (before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });

  it('contain both texts, for any texts', () => {
    const seed = 20_261_122;
    const next = numbers(seed);
    for (let round = 0; round < 300; round += 1) {
      const text = () => Array.from({ length: next(12) + 1 }, () => 'abcd'[next(4)]).join('\n');
      const [before, after] = [text(), text()];
      const lines = diffLines(before, after);
      const side = (left: 'added' | 'removed') =>
        lines.flatMap((line) => (line.kind === left ? [] : [line.text])).join('\n');
      expect([side('added'), side('removed')], `seed ${seed}, round ${round}`).toEqual([before, after]);
    }
  });

  it('are replaced as a whole when there are too many differences', () => {
    const many = (letter: string) => Array.from({ length: 2000 }, (_, n) => `${letter}${n}`).join('\n');
    const lines = diffLines(many('a'), many('b'));
    expect(lines).toHaveLength(4000);
    expect(lines[0]?.kind).toBe('removed');
  });
});

it('leaves out equal lines far from a difference, and counts them', () => {
  const before = Array.from({ length: 20 }, (_, n) => `${n}`).join('\n');
  const blocks = withContext(diffLines(before, before.replace('\n10\n', '\nten\n')));
  expect(blocks.map((block) => (block.kind === 'gap' ? block.count : block.lines.length))).toEqual([7, 8, 6]);
});
