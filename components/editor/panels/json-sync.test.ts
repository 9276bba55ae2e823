import { describe, expect, it } from 'vitest';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { readDelay, readText } from './json-sync';

const descriptors = indexDescriptors([]);

const base: PipelineDocument = {
  name: 'p',
  steps: [
    { id: 'a', action: 'log', params: { message: 'x' } },
    { id: 'b', action: 'log', params: { message: 'y' } },
  ],
};

describe('readText', () => {
  it('returns the same document when the text is equivalent', () => {
    const result = readText({ text: formatPipeline(base), base, current: base, descriptors });
    expect(result.ok && result.document).toBe(base);
  });

  it('changes only the edited step', () => {
    const result = readText({
      text: formatPipeline(base).replace('"x"', '"z"'),
      base,
      current: base,
      descriptors,
    });
    if (!result.ok) throw new Error(result.draft.error.message);
    expect(result.document.steps[0]?.params).toEqual({ message: 'z' });
    expect(result.document.steps[1]).toBe(base.steps[1]);
  });

  it('keeps the text with the position of the error when it is not JSON', () => {
    const text = formatPipeline(base).replace('"x"', 'x');
    const result = readText({ text, base, current: base, descriptors });
    expect(result).toMatchObject({ ok: false, draft: { text, error: { line: 8 } } });
  });

  it('keeps the text when it is JSON but not a pipeline', () => {
    const result = readText({ text: '{"steps": 3}', base, current: base, descriptors });
    expect(result.ok).toBe(false);
  });

  it('keeps changes of the canvas while the text was invalid', () => {
    const moved: PipelineDocument = { ...base, layout: { steps: { a: { x: 1, y: 2 } } } };
    const result = readText({
      text: formatPipeline(base).replace('"x"', '"z"'),
      base,
      current: moved,
      descriptors,
    });
    if (!result.ok) throw new Error(result.draft.error.message);
    expect(result.document.layout).toBe(moved.layout);
    expect(result.document.steps[0]?.params).toEqual({ message: 'z' });
  });
});

describe('readDelay', () => {
  it('grows with the text, within bounds', () => {
    expect(readDelay(100)).toBeLessThan(300);
    expect(readDelay(50_000_000)).toBe(1500);
  });
});
