import { describe, expect, test } from 'vitest';
import { closest } from './index';

describe('the word that was meant', () => {
  test.each([
    ['helthy', ['healthy', 'degraded', 'unhealthy'], 'healthy'],
    ['staus_code', ['status_code', 'body'], 'status_code'],
    ['lenght', ['length', 'size'], 'length'],
    ['STATUS', ['status'], 'status'],
    ['body', ['status_code', 'response_body'], 'response_body'],
    ['status', ['status_code'], 'status_code'],
    ['xyz', ['status', 'body'], undefined],
    ['a', ['b', 'c'], undefined],
    ['', ['a'], undefined],
    ['a', [], undefined],
    ['x'.repeat(1000), ['x'.repeat(999)], undefined],
  ])('for %s among %j is %s', (word, candidates, expected) => {
    expect(closest(word, candidates)).toBe(expected);
  });
});

test('a word with one typo is found among thousands of candidates', () => {
  const names = Array.from({ length: 3000 }, (_, n) => `fetch_orders_${n}`);
  for (let n = 0; n < 3000; n += 97) {
    const name = `fetch_orders_${n}`;
    const typos = [
      name.slice(1),
      `x${name}`,
      `${name.slice(0, 4)}q${name.slice(5)}`,
      `efcth${name.slice(5)}`,
    ];
    for (const typo of typos) expect(closest(typo, [...names, name])).toMatch(/^fetch_orders_/);
  }
});
