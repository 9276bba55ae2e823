import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isToken } from './address';

const hash = createHash('sha256').update('right').digest('hex');

describe('isToken', () => {
  it('recognises the token by its hash', () => {
    expect(isToken('right', hash)).toBe(true);
  });

  it.each([
    ['wrong', hash],
    ['', hash],
    ['righ', hash],
    ['right ', hash],
    [hash, hash],
    ['right', ''],
    ['right', null],
    ['right', undefined],
    ['right', hash.slice(2)],
    ['', createHash('sha256').digest('hex').slice(0, 62)],
  ])('refuses %j against %j', (given, stored) => {
    expect(isToken(given, stored)).toBe(false);
  });

  it.each(['address.ts', 'delivery/authorize.ts'])('compares secrets of %s in constant time only', (file) => {
    const source = readFileSync(`lib/server/services/triggers/${file}`, 'utf8');
    expect(source).toContain('timingSafeEqual(');
    expect(source).not.toMatch(/(token|hash|secret|digest|given) ===? (?!undefined|null)/i);
  });
});
