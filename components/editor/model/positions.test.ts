import { describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { renameStep } from './edits';
import { createPositionSource } from './positions';

const { descriptors } = catalogue;

const document: PipelineDocument = {
  steps: ['a', 'b', 'c', 'd'].map((id, index, ids) => ({
    id,
    action: 'log',
    params: { message: index === 0 ? 'Start' : `{{steps.${ids[index - 1]}.output}}` },
  })),
};

describe('the positions of cards', () => {
  it('stay when a step is renamed, and when that is undone', () => {
    const positions = createPositionSource(descriptors);
    const { b, ...others } = positions.of(document);
    const renamed = renameStep(document, 'b', 'second', descriptors);
    expect(positions.of(renamed)).toEqual({ ...others, second: b });
    expect(positions.of(document)).toEqual({ ...others, b });
    expect(positions.of(renamed)).toEqual({ ...others, second: b });
  });

  it('stay when an id is changed in the JSON only', () => {
    const positions = createPositionSource(descriptors);
    const { c } = positions.of(document);
    const steps = document.steps.map((step) => (step.id === 'c' ? { ...step, id: 'third' } : step));
    expect(positions.of({ ...document, steps }).third).toEqual(c);
  });

  it('stay with those of the document for the other steps', () => {
    const positions = createPositionSource(descriptors);
    const placed = { ...document, layout: { steps: { a: { x: 8, y: 8 }, d: { x: 900, y: 40 } } } };
    const { b } = positions.of(placed);
    const after = positions.of(renameStep(placed, 'b', 'second', descriptors));
    expect(after).toMatchObject({ a: { x: 8, y: 8 }, second: b, d: { x: 900, y: 40 } });
  });
});
