import { expect, it } from 'vitest';
import { StepQueue } from './step-queue';

/** Steps that end when the test says so, and the names of those that began. */
function steps() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const step = (name: string) => () =>
    new Promise<void>((resolve) => {
      began.push(name);
      ends.set(name, resolve);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, step, end };
}

it('a step that takes long delays no step of another key', () => {
  const { began, step } = steps();
  const queue = new StepQueue({ limit: 2, missed: () => undefined });
  queue.add('slow', step('slow'));
  queue.add('quick', step('quick'));
  expect(began).toEqual(['slow', 'quick']);
});

it('a step is not taken while one of its key runs, which is told when that one has ended', async () => {
  const { began, step, end } = steps();
  let missed = 0;
  const queue = new StepQueue({
    limit: 2,
    missed: () => {
      missed += 1;
    },
  });
  for (const name of ['first', 'second', 'third']) queue.add('same', step(name));
  expect([began, missed]).toEqual([['first'], 0]);
  await end('first');
  expect([began, missed]).toEqual([['first'], 1]);
  queue.add('same', step('fourth'));
  expect(began).toEqual(['first', 'fourth']);
});

it('no more steps run at the same time than it is told, and those that wait come in their order', async () => {
  const { began, step, end } = steps();
  const queue = new StepQueue({ limit: 2, missed: () => undefined });
  for (const name of ['one', 'two', 'three', 'four']) queue.add(name, step(name));
  expect(began).toEqual(['one', 'two']);
  await end('two');
  expect(began).toEqual(['one', 'two', 'three']);
});

it('when it is cleared, running steps are waited for and the others never begin', async () => {
  const { began, step, end } = steps();
  const queue = new StepQueue({ limit: 1, missed: () => undefined });
  queue.add('running', step('running'));
  queue.add('waiting', step('waiting'));
  let isClear = false;
  const cleared = queue.clear().then(() => {
    isClear = true;
  });
  await end('none');
  expect(isClear).toBe(false);
  await end('running');
  await cleared;
  expect(began).toEqual(['running']);
});
