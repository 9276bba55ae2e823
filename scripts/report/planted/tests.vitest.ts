import { beforeAll, describe, expect, test } from 'vitest';

test('passes', () => {
  expect(1).toBe(1);
});

test('compares', () => {
  expect({ a: 1 }).toEqual({ a: 2 });
});

describe('suite', () => {
  beforeAll(() => {
    throw new Error('no server');
  });

  test('is not reached', () => {
    expect(1).toBe(1);
  });
});

test('leaves a promise', async () => {
  void Promise.reject(new Error('nobody waits'));
  await new Promise((resolve) => setTimeout(resolve, 50));
});
