import { stat } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from './in-turns';

/** Keeps the thread for a while in each of its parts. */
function* work(parts: number, ms: number): Generator<void, string> {
  for (let part = 0; part < parts; part += 1) {
    const until = performance.now() + ms;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

test('others have their turn while long work goes on', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  expect(await inTurns(work(10, 12))).toBe('done');
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(9);
});

test('however much is under way, all of it together takes one turn at a time', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  await Promise.all(Array.from({ length: 20 }, () => inTurns(work(5, 3))));
  isOver = true;
  await others;
  // Each part is longer than a turn: another one follows only after everybody else.
  expect(turns).toBeGreaterThanOrEqual(99);
});

test('after a turn that began at an event, other events come before the next turn', async () => {
  const order: string[] = [];
  function* parts(): Generator<void, void> {
    for (const part of ['first', 'second']) {
      order.push(part);
      const until = performance.now() + 20;
      while (performance.now() < until);
      yield;
    }
  }
  await new Promise<void>((resolve, reject) => {
    stat('.', () => {
      stat('.', () => order.push('event'));
      inTurns(parts()).then(resolve, reject);
    });
  });
  expect(order).toEqual(['first', 'event', 'second']);
});

test('short work is done before long work that began earlier', async () => {
  const ended: string[] = [];
  const long = inTurns(work(40, 3)).then(() => ended.push('long'));
  await nextTurn();
  const short = inTurns(work(2, 3)).then(() => ended.push('short'));
  await Promise.all([long, short]);
  expect(ended).toEqual(['short', 'long']);
});

test('what the work throws is thrown', async () => {
  function* failing(): Generator<void, never> {
    yield;
    throw new Error('broken');
  }
  await expect(inTurns(failing())).rejects.toThrow('broken');
});
