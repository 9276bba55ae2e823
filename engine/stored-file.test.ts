import { expect, it } from 'vitest';
import type { Json } from './json';
import { asStoredFile, sha256InPath, storedPathOf } from './stored-file';

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

const file = {
  path: storedPathOf(SHA256),
  name: 'a.txt',
  content_type: 'text/plain',
  size: 2,
  sha256: SHA256,
};

it('takes an object whose path is that of its hash for a stored file, without its other keys', () => {
  expect(asStoredFile({ ...file, note: 'x' })).toEqual(file);
});

it.each<[string, Json]>([
  ['a path', file.path],
  ['null', null],
  ['a list', [file]],
  ['the path of another content', { ...file, path: storedPathOf('cd'.repeat(32)) }],
  ['a path elsewhere', { ...file, path: '/etc/passwd' }],
  ['an object without a size', { ...file, size: null }],
])('does not take %s for a stored file', (_, value) => {
  expect(asStoredFile(value)).toBeUndefined();
});
