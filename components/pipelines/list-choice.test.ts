import { describe, expect, it } from 'vitest';
import { addressOf, choiceIn, EVERYTHING, isNarrowed, type ListChoice, listInputOf } from './list-choice';

const read = (address: string) => {
  const query = new URLSearchParams(address);
  return choiceIn((name) => query.get(name) ?? undefined);
};

describe('the choice of the list in the address', () => {
  it('is empty for all pipelines in the default order', () => {
    expect(addressOf(EVERYTHING)).toBe('');
    expect(read('')).toEqual(EVERYTHING);
  });

  it('keeps search, status, folder, tag and order', () => {
    const choice: ListChoice = {
      query: 'café & more',
      status: 'never',
      folder: 'Billing / EU',
      tag: 'daily',
      sort: 'last_run',
    };
    expect(read(addressOf(choice))).toEqual(choice);
    expect(listInputOf(choice)).toMatchObject({ q: 'café & more', status: 'never', sort: 'last_run' });
  });

  it('ignores values that are unknown', () => {
    expect(read('?status=lost&sort=size&folder=&tag=')).toEqual(EVERYTHING);
  });

  it('is not narrowed by the order', () => {
    expect(isNarrowed({ ...EVERYTHING, sort: 'name' })).toBe(false);
    expect(isNarrowed({ ...EVERYTHING, query: 'x' })).toBe(true);
  });
});
