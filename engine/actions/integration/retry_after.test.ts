import { expect, it } from 'vitest';
import { retryAfterOf } from './retry_after';

const now = new Date('2026-01-01T00:00:00.500Z');

it.each([
  ['30', 30],
  ['0', 0],
  ['86400', 300],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
  ['', undefined],
])('%j is %j seconds', (written, seconds) => {
  expect(retryAfterOf({ 'retry-after': written }, now)).toBe(seconds);
});

it('is undefined without the header', () => expect(retryAfterOf({}, now)).toBeUndefined());
