import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { storedFilesIn } from './stored-files';

function file(n: number, more: Record<string, Json> = {}): Record<string, Json> {
  const sha256 = String(n).padStart(64, '0');
  return { path: `files/${sha256}`, name: `${n}.txt`, content_type: 'text/plain', size: n, sha256, ...more };
}

describe('storedFilesIn', () => {
  it('finds files at any depth, in order', () => {
    const value = { status: 200, file: file(1), results: [{ body: file(2) }, [file(3)]], last: file(4) };
    expect(storedFilesIn(value).map(({ size }) => size)).toEqual([1, 2, 3, 4]);
    expect(storedFilesIn(file(5))).toEqual([file(5)]);
  });

  it('lists a repeated file once', () => {
    expect(storedFilesIn([file(1), file(1), file(1, { name: 'b.txt' })])).toHaveLength(2);
  });

  it.each<[string, Json]>([
    ['a text', 'files/x'],
    ['null', null],
    ['another path', file(1, { path: '/etc/passwd' })],
    ['another hash', file(1, { sha256: 'x' })],
    ['no size', file(1, { size: null })],
  ])('takes no %s for a file', (_, value) => {
    expect(storedFilesIn([value])).toEqual([]);
  });

  it('stops searching in a very large value', () => {
    expect(storedFilesIn([Array(100_000).fill(0), file(1)])).toEqual([]);
    expect(storedFilesIn([file(1), Array(100_000).fill(0)])).toHaveLength(1);
  });
});
