import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { deadlineOf } from './deadline';

it('is kept until its time, also when only its listeners refer to it', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { signal } = new AbortController();
  const fired = new Promise((resolve) => {
    deadlineOf(signal, 50).signal.addEventListener('abort', resolve, { once: true });
  });
  const collecting = setInterval(collect, 5);
  await fired.finally(() => clearInterval(collecting));
});

it('aborts with its own reason, or with the one of the signal that it follows', () => {
  const controller = new AbortController();
  const deadline = deadlineOf(controller.signal, 60_000, () => new Error('late'));
  controller.abort('left');
  expect(deadline.signal.reason).toBe('left');
  deadline.done();
  expect(deadlineOf(controller.signal, 60_000).signal.reason).toBe('left');
});

it('has no effect after the work', () => {
  const controller = new AbortController();
  const deadline = deadlineOf(controller.signal, 60_000);
  deadline.done();
  controller.abort();
  expect(deadline.signal.aborted).toBe(false);
});
