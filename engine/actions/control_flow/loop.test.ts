import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../action';
import type { Json } from '../../json';
import { decide } from '../../testing/fakes';
import { loop } from './loop';

const written = { items: '{{params.list}}', action: 'log', action_params: { message: '{{item}}' } };
const gives = (value: Json) => ({ evaluate: () => value });
const completed = (output: Json): Outcome => ({ status: 'completed', output, error: undefined });
const failed = (message: string): Outcome => ({
  status: 'failed',
  output: undefined,
  error: { kind: 'http_status', message, code: '503', path: 'params.url' },
});

describe('loop before its iterations', () => {
  it('plans one iteration per item, one at a time, stopping at a failure', () => {
    expect(decide(loop, written, gives(['a', 'b']))).toEqual({
      do: 'iterate',
      items: ['a', 'b'],
      action: 'log',
      params: { message: '{{item}}' },
      parallel: 1,
      stopOnFailure: true,
    });
  });

  it('runs 8 iterations concurrently with parallel, or max_parallel of them', () => {
    expect(decide(loop, { ...written, parallel: true }, gives([1]))).toMatchObject({ parallel: 8 });
    expect(decide(loop, { ...written, parallel: true, max_parallel: 3 }, gives([1]))).toMatchObject({
      parallel: 3,
    });
    expect(decide(loop, { ...written, max_parallel: 3 }, gives([1]))).toMatchObject({ parallel: 1 });
  });

  it('does not stop at a failure with on_error continue', () => {
    expect(decide(loop, { ...written, on_item_failure: 'continue' }, gives([1]))).toMatchObject({
      stopOnFailure: false,
    });
  });

  it('evaluates items that are written as an expression', () => {
    const expressions: string[] = [];
    const evaluate = (expression: string) => {
      expressions.push(expression);
      return [];
    };
    decide(loop, { ...written, items: 'steps.x.output.list' }, { evaluate });
    expect(expressions).toEqual(['steps.x.output.list']);
  });

  it('renders the templates of a literal list', () => {
    const render = () => ['one', 'two'];
    expect(decide(loop, { ...written, items: ['{{params.a}}', 'two'] }, { render })).toMatchObject({
      items: ['one', 'two'],
    });
  });

  it('completes immediately with an empty list', () => {
    expect(decide(loop, written, gives([]))).toEqual({
      do: 'complete',
      output: { results: [], count: 0, failed: 0 },
    });
  });

  it('refuses more items than max_iterations before the first iteration, with both numbers', () => {
    const many = Array.from({ length: 101 }, (_, index) => index);
    expect(() => decide(loop, written, gives(many))).toThrow(/101 items, but max_iterations is 100/);
    expect(decide(loop, written, gives(many.slice(1)))).toMatchObject({ do: 'iterate' });
  });

  it.each([
    ['text', 'a string'],
    [3, 'a number'],
    [null, 'nothing'],
    [{ a: 1 }, 'an object'],
  ])('refuses %j, which is not a list', (value, named) => {
    expect(() => decide(loop, written, gives(value))).toThrow(`params.items is ${named}, not a list`);
  });

  it.each([
    { action: 'log' },
    { items: '', action: 'log' },
    { items: [] },
    { ...written, max_iterations: 0 },
    { ...written, on_item_failure: 'retry' },
  ])('refuses %j', (params) => {
    expect(loop.params.safeParse(params).success).toBe(false);
  });
});

describe('loop after its iterations', () => {
  it('keeps results in the order of items', () => {
    const iterations = [completed({ n: 1 }), completed(null), completed('x')];
    expect(decide(loop, written, { iterations })).toEqual({
      do: 'complete',
      output: { results: [{ n: 1 }, null, 'x'], count: 3, failed: 0 },
    });
  });

  it('fails with the first failure by position while others are unfinished', () => {
    const iterations = [completed(1), undefined, failed('No.'), failed('Later.'), undefined];
    expect(decide(loop, written, { iterations })).toEqual({
      do: 'fail',
      error: { kind: 'http_status', code: '503', message: 'Iteration 3 of 5 failed: No.' },
    });
  });

  it('collects errors when it continues after failures', () => {
    const iterations = [failed('No.'), completed(2)];
    expect(decide(loop, { ...written, on_item_failure: 'continue' }, { iterations })).toMatchObject({
      do: 'complete',
      output: {
        results: [null, 2],
        count: 2,
        failed: 1,
        errors: [{ index: 0, error: { kind: 'http_status', message: 'No.' } }],
      },
    });
  });

  it('counts a cancelled iteration as failed', () => {
    const cancelled: Outcome = { status: 'cancelled', output: undefined, error: undefined };
    expect(decide(loop, written, { iterations: [cancelled] })).toMatchObject({
      do: 'fail',
      error: { kind: 'cancelled' },
    });
  });

  it('throws an internal error when it is asked for its result before all iterations ended', () => {
    expect(() => decide(loop, written, { iterations: [completed(1), undefined] })).toThrow(/still running/);
  });
});
