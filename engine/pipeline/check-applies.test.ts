import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { JsonObject } from '../json';
import type { PipelineDocument } from './schema';
import { validate } from './validate';

function problemsOf(action: string, params: JsonObject, list?: readonly number[]) {
  const document: PipelineDocument = {
    params: list === undefined ? {} : { list: { type: 'array', default: [...list] } },
    steps: [{ id: 'a', action, params }],
  };
  return validate(document, catalogue.descriptors).map(
    ({ severity, path, message, hint }) => `${severity} ${path}: ${message} ${hint}`,
  );
}

const each = { items: ['x'], action: 'log', action_params: { message: 'm' } };
const many = Array.from({ length: 200 }, (_, index) => index);

test('max_parallel without parallel has no effect', () => {
  expect(problemsOf('loop', { ...each, max_parallel: 8 })).toEqual([
    'warning params.max_parallel: max_parallel has no effect while parallel is false. Set parallel to true, or remove max_parallel.',
  ]);
  expect(problemsOf('loop', { ...each, max_parallel: 8, parallel: true })).toEqual([]);
  expect(problemsOf('loop', { ...each, max_parallel: 8, parallel: '{{params.x == 1}}' })).toHaveLength(1);
});

test('a parameter of another operation has no effect', () => {
  expect(problemsOf('transform', { operation: 'count', input: [], template: 'x' })).toEqual([
    'warning params.template: template has no effect while operation is count. Remove template.',
  ]);
});

test.each([
  ['template', 'template is required'],
  ['map', 'template or field or function is required'],
  ['filter', 'condition or field or function is required'],
  ['pick', 'field is required'],
])('the operation %s needs its parameter', (operation, text) => {
  expect(problemsOf('transform', { operation, input: [] })).toEqual([expect.stringContaining(text)]);
});

test('a list that is longer than max_iterations is found before a run', () => {
  const hint = 'Set max_iterations to 200.';
  expect(problemsOf('loop', { ...each, items: many })).toEqual([
    `warning params.items: The list has 200 items, but max_iterations is 100. ${hint}`,
  ]);
  for (const items of ['{{params.list}}', 'params.list']) {
    expect(problemsOf('loop', { ...each, items }, many)).toEqual([
      `warning params.items: The default of params.list has 200 items, but max_iterations is 100. ${hint}`,
    ]);
  }
  expect(problemsOf('loop', { ...each, items: many, max_iterations: 200 })).toEqual([]);
});
