import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { JsonObject } from '../json';
import type { PipelineDocument, StepDocument } from './schema';
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

test('a transform needs its input, unless exactly one step is before it', () => {
  const uppercase = { id: 'loud', action: 'transform', params: { operation: 'uppercase' } };
  const [a, b] = ['a', 'b'].map((id) => ({ id, action: 'log', params: { message: id } }));
  const problems = (steps: StepDocument[]) =>
    validate({ steps }, catalogue.descriptors).map(
      ({ code, path, message }) => `${code} ${path}: ${message}`,
    );
  expect(problems([uppercase])).toEqual([
    'missing_parameter params.input: input is required: the step has no upstream step.',
  ]);
  if (a === undefined || b === undefined) throw new Error('no steps');
  expect(problems([a, { ...uppercase, depends_on: ['a'] }])).toEqual([]);
  expect(problems([a, b, { ...uppercase, depends_on: ['a', 'b'] }])).toEqual([
    'missing_parameter params.input: input is required: the step has several upstream steps (a, b).',
  ]);
  expect(problems([{ ...uppercase, params: { operation: 'uppercase', input: 'x' } }])).toEqual([]);
});

test('a step ID is needed where an expression is written', () => {
  const steps: StepDocument[] = [
    { id: 'a', action: 'log', params: { message: 'x' } },
    { id: 'all', action: 'aggregate', params: { sources: ['{{steps.a.output}}'] } },
  ];
  const found = validate({ steps }, catalogue.descriptors).find(({ code }) => code === 'unknown_step');
  expect(found?.message).toBe('{{steps.a.output}} is an expression, but a step ID is needed here.');
  expect(found?.hint).toBe('Did you mean a?');
});
