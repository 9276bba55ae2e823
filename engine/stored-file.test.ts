import { expect, it } from 'vitest';
import { sha256InPath, storedPathOf } from './stored-file';

const SHA256 = 'ab'.repeat(32);

it('finds the hash of a content in the path of its stored file', () => {
  expect(storedPathOf(SHA256)).toBe(`files/${SHA256}`);
  expect(sha256InPath(storedPathOf(SHA256))).toBe(SHA256);
});

it.each([
  SHA256,
  `/files/${SHA256}`,
  `files/../${SHA256}`,
  `files/${SHA256}0`,
  `files/${SHA256}\n`,
  `files/${SHA256.toUpperCase()}`,
  `https://files.example.org/files/${SHA256}`,
])('finds no hash in %j', (path) => {
  expect(sha256InPath(path)).toBeUndefined();
});
