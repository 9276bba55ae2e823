import { beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from '@/engine';
import { focusRequest } from '../inspector/focus-field';
import { currentProblem, jumpToProblem, neighbour, sortProblems, whereText } from './problems';

const warning: Diagnostic = {
  code: 'may_be_missing',
  severity: 'warning',
  step: 'a',
  path: 'params.url',
  message: 'w',
};
const error: Diagnostic = {
  code: 'missing_parameter',
  severity: 'error',
  step: 'b',
  path: 'params.url',
  message: 'e',
};
const whole: Diagnostic = {
  code: 'invalid_setting',
  severity: 'error',
  path: 'settings.timeout_seconds',
  message: 's',
};

describe('sortProblems', () => {
  it('lists errors before warnings and keeps the order otherwise', () => {
    expect(sortProblems([warning, error, whole])).toEqual([error, whole, warning]);
  });
});

describe('neighbour', () => {
  it('wraps around in both directions', () => {
    const all = [error, whole, warning];
    expect(neighbour(all, undefined, 1)).toBe(0);
    expect(neighbour(all, undefined, -1)).toBe(2);
    expect(neighbour(all, 2, 1)).toBe(0);
    expect(neighbour(all, 0, -1)).toBe(2);
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });
});

describe('whereText', () => {
  it('names the step and the parameter, or the pipeline', () => {
    expect(whereText(error)).toBe('b · url');
    expect(whereText(whole)).toBe('pipeline · settings.timeout_seconds');
  });
});

describe('jumpToProblem', () => {
  beforeEach(() => {
    currentProblem.set(undefined);
    focusRequest.set(undefined);
  });

  it('requests the focus of the next problem, errors first', () => {
    expect(jumpToProblem([warning, error], 1)).toBe(error);
    expect(focusRequest.get()).toEqual({ stepId: 'b', path: 'params.url' });
    expect(jumpToProblem([warning, error], 1)).toBe(warning);
    expect(focusRequest.get()).toEqual({ stepId: 'a', path: 'params.url' });
  });

  it('continues from its position when the problem is fixed', () => {
    jumpToProblem([error], 1);
    expect(jumpToProblem([warning], -1)).toBe(warning);
  });

  it('does nothing without problems', () => {
    expect(jumpToProblem([], 1)).toBeUndefined();
    expect(focusRequest.get()).toBeUndefined();
  });
});
