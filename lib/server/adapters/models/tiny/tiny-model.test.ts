import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { tinyModel } from './tiny-model';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the tiny model has the same bytes on every machine, and others for another seed', () => {
  expect(sha256(tinyModel())).toBe('d0a05c33c80f3c14d32ad0a6466b8994f07e184b715fe46793a9487c4a4405c4');
  expect(sha256(tinyModel(2))).not.toBe(sha256(tinyModel(1)));
});

test('the tiny model is small enough to be made at each start', () => {
  const bytes = tinyModel();
  expect(bytes.subarray(0, 4).toString()).toBe('GGUF');
  expect(bytes.length).toBeLessThan(450_000);
});
