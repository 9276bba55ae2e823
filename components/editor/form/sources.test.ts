import { describe, expect, it } from 'vitest';
import { sourceOf, switchSource } from './sources';
import { isSwitchable } from './widgets';

describe('switchSource', () => {
  it('keeps the value when it is replaced by an expression, and the reverse', () => {
    const there = switchSource('expression', 3, '{{params.replicas}}');
    expect(there).toEqual({ write: '{{params.replicas}}', keep: 3 });
    expect(switchSource('value', there.write, there.keep)).toEqual({ write: 3, keep: '{{params.replicas}}' });
  });

  it('does not change the document when the other source has no value', () => {
    expect(switchSource('expression', 3, undefined)).toEqual({ write: undefined, keep: 3 });
    expect(switchSource('value', '{{params.x}}', undefined)).toEqual({
      write: undefined,
      keep: '{{params.x}}',
    });
  });

  it('ignores a stored value of the wrong source', () => {
    expect(switchSource('expression', 3, 5)).toEqual({ write: undefined, keep: 3 });
  });

  it('does nothing when the field already has that source', () => {
    expect(switchSource('value', 3, '{{x}}')).toEqual({ write: undefined, keep: undefined });
  });
});

describe('sourceOf', () => {
  it('is an expression when the text contains a template', () => {
    expect(sourceOf('canary-{{params.name}}')).toBe('expression');
    expect(sourceOf('canary')).toBe('value');
    expect(sourceOf(undefined)).toBe('value');
  });
});

describe('isSwitchable', () => {
  it('is false for parameters that are always expressions', () => {
    expect(isSwitchable({ type: 'string', widget: 'condition', reads: 'expression' })).toBe(false);
    expect(isSwitchable({ type: 'integer' })).toBe(true);
  });
});
