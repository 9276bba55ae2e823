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
