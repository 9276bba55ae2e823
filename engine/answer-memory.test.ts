import { expect, test } from 'vitest';
import { AnswerMemory } from './answer-memory';
import { fakeHttp } from './testing/fakes';
import { runPipeline } from './testing/run-pipeline';

const isSettled = async (promise: Promise<void> | undefined) => {
  let settled = promise === undefined;
  void promise?.then(() => {
    settled = true;
  });
  await Promise.resolve();
  return settled;
};

test('no attempt waits within the budget', () => {
  const memory = new AnswerMemory(100);
  expect(memory.join().reserve(60)).toBeUndefined();
  expect(memory.join().reserve(40)).toBeUndefined();
  expect(memory.held).toBe(100);
});

test('above the budget the response that began first is read, others wait for memory', async () => {
  const memory = new AnswerMemory(100);
  const [first, second, third] = [memory.join(), memory.join(), memory.join()];
  expect(first.reserve(60)).toBeUndefined();
  const waits = [second.reserve(60), third.reserve(60)];
  expect(await Promise.all(waits.map(isSettled))).toEqual([false, false]);
  expect(first.reserve(60)).toBeUndefined();
  first.leave();
  // Still above the budget: the one that began next continues alone.
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, false]);
  second.leave();
  expect(await isSettled(waits[1])).toBe(true);
  third.leave();
  expect(memory.held).toBe(0);
});

test('an attempt that ends while it waits releases its memory', async () => {
  const memory = new AnswerMemory(10);
  expect(memory.join().reserve(10)).toBeUndefined();
  const late = memory.join();
  const wait = late.reserve(10);
  late.leave();
  expect(await isSettled(wait)).toBe(true);
  expect(memory.held).toBe(10);
});

test('concurrent steps with large responses share the memory and release it', async () => {
  const answers = new AnswerMemory(1000);
  const http = fakeHttp(() => ({ body: 'x'.repeat(800) }));
  const steps = Array.from({ length: 5 }, (_, at) => ({
    id: `get_${at}`,
    action: 'http_request',
    params: { url: 'https://example.org' },
  }));
  const { state } = await runPipeline({ document: { steps }, http, answers });
  expect(state.status).toBe('completed');
  expect(http.requests).toHaveLength(5);
  expect(answers.held).toBe(0);
});
