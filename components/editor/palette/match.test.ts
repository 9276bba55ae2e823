import { describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { groupActions, rankActions } from './match';

const { all } = catalogue.descriptors;

describe('finding actions', () => {
  it('finds by title, type, alias and description, in any order of words', () => {
    expect(rankActions(all, 'api_call').map(({ type }) => type)).toContain('http_request');
    expect(rankActions(all, 'request http').map(({ type }) => type)).toContain('http_request');
    expect(rankActions(all, 'no such thing')).toEqual([]);
  });

  it('ranks titles that begin with the search first', () => {
    expect(
      rankActions(all, 'wait')
        .slice(0, 2)
        .map(({ type }) => type),
    ).toEqual(['wait', 'wait_until']);
  });

  it('has every action in exactly one group without a search', () => {
    const listed = groupActions(all, '').flatMap(({ actions }) => actions);
    expect(listed.map(({ type }) => type).toSorted()).toEqual(all.map(({ type }) => type).toSorted());
  });
});
