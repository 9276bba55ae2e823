import { describe, expect, it } from 'vitest';
import { sourceOf, switchSource } from './sources';
import { isSwitchable } from './widgets';

describe('switchSource', () => {
  it('keeps the value when an expression takes its place, and the other way round', () => {
    const there = switchSource('expression', 3, '{{params.replicas}}');
    expect(there).toEqual({ write: '{{params.replicas}}', keep: 3 });
    expect(switchSource('value', there.write, there.keep)).toEqual({ write: 3, keep: '{{params.replicas}}' });
  });

  it('leaves the document as it is when the other side was never written', () => {
    expect(switchSource('expression', 3, undefined)).toEqual({ write: undefined, keep: 3 });
    expect(switchSource('value', '{{params.x}}', undefined)).toEqual({
      write: undefined,
      keep: '{{params.x}}',
    });
  });

  it('does not take a kept value of the wrong side', () => {
    expect(switchSource('expression', 3, 5)).toEqual({ write: undefined, keep: 3 });
  });

  it('does nothing when the field is on that side already', () => {
    expect(switchSource('value', 3, '{{x}}')).toEqual({ write: undefined, keep: undefined });
  });
});

describe('sourceOf', () => {
  it('is an expression as soon as the text holds a template', () => {
    expect(sourceOf('canary-{{params.name}}')).toBe('expression');
    expect(sourceOf('canary')).toBe('value');
    expect(sourceOf(undefined)).toBe('value');
  });
});

describe('isSwitchable', () => {
  it('offers no switch where the text is an expression anyway', () => {
    expect(isSwitchable({ type: 'string', widget: 'condition', reads: 'expression' })).toBe(false);
    expect(isSwitchable({ type: 'integer' })).toBe(true);
  });
});
