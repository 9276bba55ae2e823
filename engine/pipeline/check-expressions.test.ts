import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import { validate } from './validate';

/** The problems of a message: the marked text, and what is wrong with it. */
function problemsOf(message: string) {
  const steps = [
    { id: 'a', action: 'log', params: { message: 'x' } },
    { id: 'b', action: 'log', params: { message }, depends_on: ['a'] },
  ];
  return validate({ params: { who: { type: 'string' } }, steps }, catalogue.descriptors)
    .filter(({ path }) => path === 'params.message')
    .map(({ range, message: what }) => `${message.slice(range?.start, range?.end)}: ${what}`);
}

test.each([
  [
    '{{steps.a.otput.message}} {{parms.who}}',
    ['otput: Unknown field otput of a step.', 'parms: Unknown name parms.'],
  ],
  [
    '{{ 1 + }} and {{ params.whom }} and {{ "a }}',
    [expect.stringContaining(': '), expect.stringContaining(': '), 'whom: Unknown param whom.'],
  ],
  ['{{ params.who }} {{ params.', [expect.stringContaining(': ')]],
  ['{{ params.who }}', []],
])('every problem of %s is reported', (message, problems) => {
  const found = problemsOf(message);
  expect(found).toHaveLength(problems.length);
  for (const problem of problems) expect(found).toContainEqual(problem);
});

test('a text with one invalid expression has no other problem', () => {
  expect(problemsOf('{{ nope( }}')).toHaveLength(1);
});
