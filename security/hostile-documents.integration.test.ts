import { expect, test } from 'vitest';
import { runDocuments } from '@/faults/documents/children';

const FIRST_SEED = 0;
const COUNT = 2000;

test(`${COUNT} hostile documents end, and none of them crashes its process of 512 MB (seeds from ${FIRST_SEED})`, async () => {
  const { ends, problems } = await runDocuments({ first: FIRST_SEED, count: COUNT }, 2);
  expect(problems).toEqual([]);
  expect(ends).toHaveLength(COUNT);
  const outcomes = new Set(ends.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(new Set(['refused', 'completed', 'failed']));
}, 1_200_000);
