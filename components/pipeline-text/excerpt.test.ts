import { describe, expect, it } from 'vitest';
import { importPipeline } from '@/engine';
import { excerptAt } from './excerpt';

describe('excerptAt', () => {
  it('shows the lines around an error and points at its character', () => {
    const text = '{\n  "name": "x",\n  "steps": [\n    { "id": "a" "action": "log" }\n  ]\n}';
    const result = importPipeline(text);
    if (result.ok) throw new Error('The text should not be JSON.');
    const { line = 0, column = 0 } = result.problem;
    const excerpt = excerptAt(text, { line, column });
    expect(excerpt.lines.map((shown) => shown.line)).toEqual([2, 3, 4, 5, 6]);
    const fault = excerpt.lines.find((shown) => shown.hasFault);
    expect(fault?.text.slice(excerpt.caret)).toBe('"action": "log" }');
  });

  it('shortens a long line so that the position is visible', () => {
    const text = `${'x'.repeat(500)}!${'y'.repeat(500)}`;
    const excerpt = excerptAt(text, { line: 1, column: 501 });
    expect(excerpt.lines).toHaveLength(1);
    expect(excerpt.lines[0]?.text[excerpt.caret]).toBe('!');
    expect(excerpt.lines[0]?.text.length).toBeLessThan(100);
  });

  it('points behind the last character when the text ends too early', () => {
    const excerpt = excerptAt('{\n"a": 1', { line: 2, column: 7 });
    expect(excerpt.caret).toBe(6);
    expect(excerpt.lines.at(-1)?.text).toBe('"a": 1');
  });
});
