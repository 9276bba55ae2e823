import { expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { checkValue } from '@/engine/pipeline/check-value';
import { outputText } from './output-text';

const simple = catalogue.descriptors.all.filter(({ type }) =>
  ['http_request', 'log', 'email'].includes(type),
);

it.each(simple)('begins with a value of the shape of $type', ({ output }) => {
  expect(checkValue(output, JSON.parse(outputText(output)), 'output')).toEqual([]);
});

it('is empty where nothing is known', () => {
  expect(outputText(undefined)).toBe('');
});
