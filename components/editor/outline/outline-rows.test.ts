import { describe, expect, it } from 'vitest';
import { buildGraph, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { outlineRows } from './outline-rows';

function rows(steps: PipelineDocument['steps']) {
  return outlineRows(buildGraph(normalize({ steps }, catalogue.descriptors), catalogue.descriptors));
}

describe('the outline', () => {
  it('lists steps in order of execution, with branches one level deeper', () => {
    const outline = rows([
      { id: 'late', action: 'log', depends_on: ['yes'] },
      { id: 'ask', action: 'conditional', params: { condition: 'true', on_true: 'yes', on_false: 'no' } },
      { id: 'yes', action: 'log' },
      { id: 'no', action: 'log' },
    ]);
    expect(outline).toEqual([
      { id: 'ask', level: 1, branch: undefined },
      { id: 'yes', level: 2, branch: 'true' },
      { id: 'no', level: 2, branch: 'false' },
      { id: 'late', level: 2, branch: undefined },
    ]);
  });

  it('returns to the outer level where branches meet', () => {
    const outline = rows([
      { id: 'start', action: 'log' },
      {
        id: 'ask',
        action: 'conditional',
        params: { condition: 'true', on_true: 'yes' },
        depends_on: ['start'],
      },
      { id: 'yes', action: 'log' },
      { id: 'both', action: 'log', depends_on: ['yes', 'start'] },
    ]);
    expect(outline.find(({ id }) => id === 'both')?.level).toBe(1);
  });
});
