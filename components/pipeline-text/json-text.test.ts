import { describe, expect, it } from 'vitest';
import { describeJsonError, parseJsonText } from './json-text';

describe('parseJsonText', () => {
  it('returns the value of valid JSON', () => {
    expect(parseJsonText('{"a":[1,null,"x"]}')).toEqual({ ok: true, value: { a: [1, null, 'x'] } });
  });

  it('reports line and column of an error', () => {
    const result = parseJsonText('{\n  "a": 1\n  "b": 2\n}');
    if (result.ok) throw new Error('expected a mistake');
    expect(result.error).toMatchObject({ line: 3, column: 3 });
    expect(describeJsonError(result.error)).toMatch(/^Line 3, column 3: .+\.$/);
  });

  it('reports empty text', () => {
    const result = parseJsonText('  ');
    expect(result.ok).toBe(false);
  });
});
