import { describe, expect, it } from 'vitest';
import { isUntitled, untitledName } from './untitled';

describe('names of pipelines without a name', () => {
  it('are numbered from the second on, with the first number that is free', () => {
    expect(untitledName(new Set())).toBe('Untitled pipeline');
    expect(untitledName(new Set(['Untitled pipeline']))).toBe('Untitled pipeline 2');
    expect(untitledName(new Set(['Untitled pipeline', 'Untitled pipeline 3']))).toBe('Untitled pipeline 2');
    expect(untitledName(new Set(['Untitled pipeline 2']))).toBe('Untitled pipeline');
  });

  it('are recognised, and differ from names that a person wrote', () => {
    for (const name of [undefined, 'Untitled pipeline', 'Untitled pipeline 2', 'Untitled pipeline 10'])
      expect(isUntitled(name), String(name)).toBe(true);
    for (const name of [
      '',
      'Untitled',
      'Untitled pipeline of mine',
      'Untitled pipeline 02',
      'My Untitled pipeline',
    ])
      expect(isUntitled(name), name).toBe(false);
  });
});
