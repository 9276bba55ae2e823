import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { internText } from './intern-text';
import { textBytes } from './measure-text';

const CONTENTS = 10;
const TEXTS = 4000;
const LENGTH = 10_000;

it('makes texts with the same content share memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const body = 'x'.repeat(LENGTH);
  collect();
  const before = process.memoryUsage().heapUsed;
  const texts = Array.from({ length: TEXTS }, (_, at) => `${at % CONTENTS} ${body}`);
  for (const text of texts) {
    // A concatenated text has no copy of its own before it is read.
    textBytes(text);
    internText(text);
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((TEXTS * LENGTH) / 4);
  expect(texts[TEXTS - 1]).toBe(`${(TEXTS - 1) % CONTENTS} ${body}`);
});
