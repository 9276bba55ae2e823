import { expect, it } from 'vitest';
import { fitsBetween, WIDE_GAP } from './edge-label';

it('leaves out a label that would be cut off, and shortens only where the gap is wide', () => {
  expect(fitsBetween('id', 64)).toBe(true);
  expect(fitsBetween('response_body', 64)).toBe(false);
  expect(fitsBetween('response_body.items[0].name', WIDE_GAP)).toBe(true);
});
