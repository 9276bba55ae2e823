import { expect, test } from 'vitest';
import type { RunEvent } from '@/engine';
import { storiesOf } from './stories';

const logged = (message: string): RunEvent => ({
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  type: 'step_logged',
  step: 'tell',
  attempt: 1,
  level: 'info',
  message,
});

/** The text of a step that read the text of a step, and so on. @param depth number of such steps */
function reading(depth: number, seconds: number): string {
  let text = JSON.stringify({ waited_seconds: seconds });
  for (let level = 1; level < depth; level += 1) text = JSON.stringify({ message: `read ${text}` });
  return text;
}

test.each([1, 2, 3, 4])('durations of waits make no difference in texts of depth %i', (depth) => {
  expect(storiesOf([logged(reading(depth, 0.01))])).toEqual(storiesOf([logged(reading(depth, 0.012))]));
});

test('other texts do', () => {
  expect(storiesOf([logged('{"polls":1}')])).not.toEqual(storiesOf([logged('{"polls":2}')]));
});
