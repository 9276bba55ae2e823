import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { PauseAnswer } from '@/engine';
import { settled } from '@/engine/testing/probes';
import { PausePrompt } from './pause-prompt';

/** A prompt with an input that the test writes. */
function open() {
  const input = new PassThrough();
  const lines: string[] = [];
  const answers: [string, number, PauseAnswer][] = [];
  let cancelled = 0;
  const runner = {
    answerPause: (unit: { step: string }, pause: number, answer: PauseAnswer) => {
      answers.push([unit.step, pause, answer]);
    },
    cancel: () => {
      cancelled += 1;
    },
  };
  const prompt = new PausePrompt(runner, input, (line) => lines.push(line));
  return { prompt, input, lines, answers, cancelled: () => cancelled };
}

function paused(step: string, seq: number): Parameters<PausePrompt['add']>[0] {
  return {
    ...{ seq, at: '2026-01-01T00:00:00.000Z', step, attempt: 1, action: 'log' },
    inputs: { value: { message: 'x' } },
    type: 'step_paused',
    moment: 'before',
    cause: 'step',
  };
}

test('answers pauses in their order, also with lines that came before them', async () => {
  const { prompt, input, answers, lines } = open();
  input.write('skip\nnonsense\ncontinue\n');
  prompt.add(paused('a', 3));
  prompt.add(paused('b', 4));
  await settled();
  expect(answers).toEqual([
    ['a', 3, { do: 'skip' }],
    ['b', 4, { do: 'continue' }],
  ]);
  expect(lines.filter((line) => line.includes('is not an answer'))).toHaveLength(1);
  prompt.close();
});

test('cancels the run when the input ends during a pause, and not after its end', async () => {
  const ending = open();
  ending.prompt.add(paused('a', 3));
  ending.input.end();
  await settled();
  expect(ending.cancelled()).toBe(1);
  expect(ending.lines.at(-1)).toBe('Standard input has ended without an answer: the run is cancelled.');
  const over = open();
  over.prompt.add(paused('a', 3));
  over.prompt.close();
  expect(over.cancelled()).toBe(0);
});
