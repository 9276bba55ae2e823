import { expect, test } from 'vitest';
import { proseParts } from './prose';

test.each([
  ['Write {{secrets.x}} there.', ['{{secrets.x}}']],
  ['Rows: {"id": 7} or {"age": {">=": 18}}; all.', ['{"id": 7}', '{"age": {">=": 18}}']],
  ['Between {{a}} and {{b}}.', ['{{a}}', '{{b}}']],
  ['as status_code of steps.a.output says', ['status_code', 'steps.a.output']],
  ['nothing { here', []],
])('the code in %j', (sentence, code) => {
  const parts = proseParts(sentence);
  expect(parts.filter(({ isCode }) => isCode).map(({ text }) => text)).toEqual(code);
  expect(parts.map(({ text }) => text).join('')).toBe(sentence);
});
