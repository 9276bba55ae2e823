import { describe, expect, it } from 'vitest';
import type { Json } from '../../json';
import { decide } from '../../testing/fakes';
import { conditional } from './conditional';

/** A context in which these expressions are true, and all others false. */
const truths = (...expressions: string[]) => ({ test: (text: string) => expressions.includes(text) });

const gives = (value: Json) => ({ evaluate: () => value, test: () => false });

const outcome = (result: boolean, branch: string, target: Json, notTaken: string[]) => ({
  do: 'complete',
  output: { result, branch, target_step: target },
  branch: { taken: branch, notTaken },
});

describe('conditional with on_true and on_false', () => {
  const written = { condition: 'ok', on_true: 'yes', on_false: ['no', 'never'] };

  it('takes on_true when the condition is true', () => {
    expect(decide(conditional, written, truths('ok'))).toEqual(outcome(true, 'true', 'yes', ['no', 'never']));
  });

  it('takes on_false when it is false', () => {
    expect(decide(conditional, written, truths())).toEqual(outcome(false, 'false', ['no', 'never'], ['yes']));
  });

  it('returns only the result when no targets are named', () => {
    expect(decide(conditional, { condition: 'ok' }, truths('ok'))).toEqual(outcome(true, 'true', null, []));
  });

  it('does not skip a step that both branches lead to', () => {
    const both = { condition: 'ok', on_true: ['a', 'shared'], on_false: ['b', 'shared'] };
    expect(decide(conditional, both, truths('ok'))).toEqual(outcome(true, 'true', ['a', 'shared'], ['b']));
  });
});

describe('conditional with branches', () => {
  const branches = {
    high: { condition: 'high', target_step: 'a' },
    low: { condition: 'low', next_step: 'b' },
    default: 'c',
  };

  it('takes the first branch that matches', () => {
    expect(decide(conditional, { branches }, truths('high', 'low'))).toEqual(
      outcome(true, 'high', 'a', ['b', 'c']),
    );
    expect(decide(conditional, { branches }, truths('low'))).toEqual(outcome(true, 'low', 'b', ['a', 'c']));
  });

  it('takes the default when none matches', () => {
    expect(decide(conditional, { branches }, truths())).toEqual(outcome(false, 'default', 'c', ['a', 'b']));
  });

  it('takes no branch when none matches and there is no default', () => {
    const { default: _, ...named } = branches;
    expect(decide(conditional, { branches: named }, truths())).toEqual(
      outcome(false, 'none', null, ['a', 'b']),
    );
  });

  it('reads branches written as a list or as expressions', () => {
    const list = [{ id: 'one', label: 'One', condition: 'x', target_step: 'a' }];
    expect(decide(conditional, { branches: list }, truths('x'))).toEqual(outcome(true, 'one', 'a', []));
    expect(decide(conditional, { branches: { one: 'x' } }, truths('x'))).toEqual(
      outcome(true, 'one', null, []),
    );
  });

  it('selects a branch by the name that the condition returns', () => {
    const byName = { healthy: { target_step: 'a' }, degraded: { target_step: 'b' } };
    const written = { condition: 'steps.h.output.status', branches: byName };
    expect(decide(conditional, written, gives('degraded'))).toEqual(outcome(true, 'degraded', 'b', ['a']));
    expect(decide(conditional, written, gives('lost'))).toEqual(outcome(false, 'none', null, ['a', 'b']));
    expect(decide(conditional, written, gives(null))).toEqual(outcome(false, 'none', null, ['a', 'b']));
  });

  it('selects by a boolean or a number, and by label', () => {
    const branchList = [
      { id: 'b1', label: 'true', target_step: 'a' },
      { id: '2', target_step: 'b' },
    ];
    const written = { condition: 'x', branches: branchList };
    expect(decide(conditional, written, gives(true))).toEqual(outcome(true, 'b1', 'a', ['b']));
    expect(decide(conditional, written, gives(2))).toEqual(outcome(true, '2', 'b', ['a']));
  });

  it('uses the result and targets of a condition that is given with branches', () => {
    const written = { condition: 'ok', on_true: 'x', on_false: 'y', branches };
    expect(decide(conditional, written, truths('ok', 'low'))).toEqual({
      do: 'complete',
      output: { result: true, branch: 'low', target_step: ['b', 'x'] },
      branch: { taken: 'low', notTaken: ['a', 'c', 'y'] },
    });
  });

  it('refuses branches without a branch', () => {
    expect(() => decide(conditional, { branches: {} }, truths())).toThrow(/at least one/);
  });
});

describe('conditional parameters', () => {
  it('require a condition or branches', () => {
    const issues = conditional.params.safeParse({ on_true: 'a' }).error?.issues;
    expect(issues).toMatchObject([{ path: ['condition'], message: expect.stringContaining('branches') }]);
  });

  it('refuse an empty condition', () => {
    expect(conditional.params.safeParse({ condition: '' }).success).toBe(false);
  });
});
