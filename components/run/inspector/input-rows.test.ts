import { describe, expect, it } from 'vitest';
import { MASK } from '@/engine';
import { inputRows, sourceOf } from './input-rows';

describe('inputs of an attempt', () => {
  it('are paired with the written values, in the order written', () => {
    const rows = inputRows(
      { url: '{{params.scorer}}/v2', method: 'POST' },
      { method: 'POST', url: 'https://x/v2', timeout: 30 },
    );
    expect(rows.map((row) => [row.name, row.template, row.resolved])).toEqual([
      ['url', '{{params.scorer}}/v2', 'https://x/v2'],
      ['method', 'POST', 'POST'],
      ['timeout', undefined, 30],
    ]);
  });

  it('are shown key by key inside a small object', () => {
    const rows = inputRows({ body: { prompt: '{{item}}', n: 1 } }, { body: { prompt: 'Hello', n: 1 } });
    expect(rows.map((row) => row.name)).toEqual(['body.prompt', 'body.n']);
  });

  it('stay whole when a template became an object', () => {
    expect(inputRows({ body: '{{item}}' }, { body: { a: 1 } })).toMatchObject([
      { name: 'body', resolved: { a: 1 } },
    ]);
  });

  it('are marked when they contained a secret', () => {
    const rows = inputRows({ auth: 'Bearer {{secrets.k}}' }, { auth: `Bearer ${MASK}` });
    expect(rows[0]?.isMasked).toBe(true);
  });

  it('are shown as written before the attempt began', () => {
    expect(inputRows({ a: '{{x}}' }, undefined)).toEqual([
      { name: 'a', path: ['a'], template: '{{x}}', resolved: undefined, isMasked: false, isPlain: false },
    ]);
  });
});

describe('the source of a resolved value', () => {
  it.each([
    ['{{steps.fetch.output.body}}', 'steps.fetch.output.body'],
    [' {{ params.list }} ', 'params.list'],
    ['{{steps.fetch.output.body}}/v1', undefined],
    ['{{size(params.list)}}', undefined],
    ['plain', undefined],
  ])('of %j is %j', (template, expected) => {
    expect(sourceOf(template)).toBe(expected);
  });
});
