import { expect, test } from 'vitest';
import { parseBreakpoint, parseBreakpoints } from './breakpoint-text';
import { readPauseLine } from './pause-answer';

test.each([
  ['announce', { at: { step: 'announce' }, when: 'before' }],
  ['score[]', { at: { step: 'score', iterations: true }, when: 'before' }],
  ['fast->announce', { at: { from: 'fast', to: 'announce' }, when: 'before' }],
  [
    'fast->announce:true if params.n > 5',
    { at: { from: 'fast', to: 'announce', branch: 'true' }, when: 'before', condition: 'params.n > 5' },
  ],
  [
    "score[] on failure if error.kind == 'timeout'",
    { at: { step: 'score', iterations: true }, when: 'failure', condition: "error.kind == 'timeout'" },
  ],
])('reads a breakpoint: %s', (text, breakpoint) => {
  expect(parseBreakpoint(text, 'b1')).toEqual({ id: 'b1', enabled: true, ...breakpoint });
});

test('names each text that is no breakpoint', () => {
  const parsed = parseBreakpoints(['announce', 'a ->', '->b', '']);
  expect(parsed.ok).toBe(false);
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems.map(({ message }) => message)).toEqual([
    '--breakpoint a -> is not a step or an edge.',
    '--breakpoint ->b is not a step or an edge.',
    '--breakpoint  is not a step or an edge.',
  ]);
});

test.each([
  ['continue', { do: 'continue' }],
  [' step ', { do: 'step' }],
  ['retry {"url": "https://example.org"}', { do: 'retry', inputs: { url: 'https://example.org' } }],
  ['output [1, 2]', { do: 'output', output: [1, 2] }],
  ['skip', { do: 'skip' }],
  ['fail Not today.', { do: 'fail', message: 'Not today.' }],
])('reads an answer: %s', (line, answer) => {
  expect(readPauseLine(line)).toEqual({ kind: 'answer', answer });
});

test.each(['', 'go', 'continue 7', 'output', 'output {', 'skip {}'])('reads no answer: "%s"', (line) => {
  expect(readPauseLine(line)).toEqual({ kind: 'unknown' });
});

test('reads stop', () => {
  expect(readPauseLine('stop')).toEqual({ kind: 'stop' });
});
