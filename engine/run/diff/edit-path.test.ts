import { expect, it } from 'vitest';
import { commonItems } from './common-items';
import { shortestEdits } from './edit-path';

/** Pseudo-random numbers from a fixed seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it('finds as many common items as a search of all pairs', () => {
  const seed = 20_261_127;
  const random = numbers(seed);
  for (let round = 0; round < 2000; round += 1) {
    const list = () => Array.from({ length: random(12) }, () => 'abcde'[random(1 + random(5))] ?? '');
    const [left, right] = [list(), list()];
    const what = `seed ${seed}, round ${round}: ${left.join('')} and ${right.join('')}`;
    const pairs = shortestEdits(left, right, 100) ?? [];
    expect(pairs.length, what).toBe(commonItems(left, right).length);
    for (const [index, [x, y]] of pairs.entries()) {
      const [beforeX, beforeY] = pairs[index - 1] ?? [-1, -1];
      expect([left[x], x > beforeX, y > beforeY], what).toEqual([right[y], true, true]);
    }
  }
});

it('finds two edits that are far apart in long lists', () => {
  const left = Array.from({ length: 50_000 }, (_, index) => index);
  const right = [-1, ...left.slice(0, 49_000), ...left.slice(49_001)];
  expect(shortestEdits(left, right, 2)).toHaveLength(49_999);
});

it('finds nothing when there are more edits than allowed', () => {
  expect(shortestEdits(['a', 'b'], ['c', 'd'], 3)).toBeUndefined();
  expect(shortestEdits(['a', 'b'], ['c', 'd'], 4)).toEqual([]);
});
