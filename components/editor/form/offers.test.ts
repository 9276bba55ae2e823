import { expect, it } from 'vitest';
import { withOffer } from './offers';

const one = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
const statuses = { anyOf: [one, { type: 'array', items: one }] };

it('adds an offered value to a list and removes it', () => {
  expect(withOffer(undefined, '2xx', statuses)).toBe('2xx');
  expect(withOffer('2xx', '404', statuses)).toEqual(['2xx', 404]);
  expect(withOffer(['2xx', 404], '404', statuses)).toEqual(['2xx']);
  expect(withOffer(404, '404', statuses)).toBe('');
});

it('replaces the value in a field with a single value', () => {
  expect(withOffer('low', 'high', { type: 'string' })).toBe('high');
});
