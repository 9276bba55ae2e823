import { expect, it, test } from 'vitest';
import { pathKey } from './flatten';
import { resolvePointer } from './pointer';

const value = { rows: [{ 'a/b~c': 1 }], '0': null };

it('is the inverse of the name of a path', () => {
  const path = ['rows', 0, 'a/b~c'];
  expect(resolvePointer(value, pathKey(path))).toEqual(path);
  expect(resolvePointer(value, '/0')).toEqual(['0']);
});

test.each(['', '/gone', '/rows/1', '/rows/length', '/rows/-1', '/rows/0/a', '/0/deeper', '/toString'])(
  'finds nothing at %s',
  (pointer) => {
    expect(resolvePointer(value, pointer)).toBeUndefined();
  },
);
