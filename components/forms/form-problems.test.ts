import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf } from './form-problems';

const schema = z.object({
  name: z.string().min(1, 'Enter a name.').max(3),
  files: z.array(z.string().max(2)).max(2),
  replicas: z.int().min(0).max(100),
  cpu: z.number().positive(),
  url: z.url({ protocol: /^https?$/ }),
});
const good = { name: 'a', files: [], replicas: 1, cpu: 1, url: 'https://a.test' };
const problems = (part: object) => problemsOf(schema.safeParse({ ...good, ...part }).error?.issues ?? []);

test.each([
  [{ name: '' }, { name: 'Enter a name.' }],
  [{ name: 'long' }, { name: 'Use at most 3 characters.' }],
  [{ files: ['a', 'b', 'c'] }, { files: 'Use at most 2 entries.' }],
  [{ files: ['abc'] }, { files: 'Use at most 2 characters.', 'files.0': 'Use at most 2 characters.' }],
  [{ replicas: 1.5 }, { replicas: 'Enter a whole number.' }],
  [{ replicas: -1 }, { replicas: 'Use 0 or more.' }],
  [{ replicas: 101 }, { replicas: 'Use at most 100.' }],
  [{ replicas: 1e20 }, { replicas: expect.stringMatching(/^Use at most/) }],
  [{ cpu: 0 }, { cpu: 'Use more than 0.' }],
  [{ cpu: Number.NaN }, { cpu: 'Enter a number.' }],
  [{ cpu: Number.POSITIVE_INFINITY }, { cpu: 'Enter a number.' }],
  [{ url: 'ftp://a.test' }, { url: 'Enter a URL that starts with http:// or https://.' }],
])('%j is refused in a plain sentence', (part, expected) => {
  expect(problems(part)).toEqual(expected);
});
