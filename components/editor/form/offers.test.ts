import { expect, it } from 'vitest';
import { withOffer } from './offers';

const one = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
const statuses = { anyOf: [one, { type: 'array', items: one }] };

it('puts an offer beside what is there and takes it out again', () => {
  expect(withOffer(undefined, '2xx', statuses)).toBe('2xx');
  expect(withOffer('2xx', '404', statuses)).toEqual(['2xx', 404]);
  expect(withOffer(['2xx', 404], '404', statuses)).toEqual(['2xx']);
  expect(withOffer(404, '404', statuses)).toBe('');
});

it('replaces the value where only one may stand', () => {
  expect(withOffer('low', 'high', { type: 'string' })).toBe('high');
});
