import { describe, expect, it } from 'vitest';
import { buildGraph, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { outlineRows } from './outline-rows';

function rows(steps: PipelineDocument['steps']) {
  return outlineRows(buildGraph(normalize({ steps }, catalogue.descriptors), catalogue.descriptors));
}

describe('the outline', () => {
  it('follows each branch to its end, one level deeper', () => {
    const outline = rows([
      { id: 'late', action: 'log', depends_on: ['yes'] },
      { id: 'ask', action: 'conditional', params: { condition: 'true', on_true: 'yes', on_false: 'no' } },
      { id: 'yes', action: 'log' },
      { id: 'no', action: 'log' },
    ]);
    expect(outline).toEqual([
      { id: 'ask', level: 1, branch: undefined },
      { id: 'yes', level: 2, branch: 'true' },
      { id: 'late', level: 2, branch: undefined },
      { id: 'no', level: 2, branch: 'false' },
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

  it('shows the step where both branches meet beside the step where they divided, after both', () => {
    const outline = rows([
      { id: 'ask', action: 'conditional', params: { condition: 'true', on_true: 'yes', on_false: 'no' } },
      { id: 'yes', action: 'log' },
      { id: 'both', action: 'log', depends_on: ['yes', 'no'] },
      { id: 'no', action: 'log' },
      { id: 'more', action: 'log', depends_on: ['no'] },
    ]);
    expect(outline.map(({ id, level }) => `${level} ${id}`)).toEqual([
      '1 ask',
      '2 yes',
      '2 no',
      '2 more',
      '1 both',
    ]);
  });

  it('keeps the chains of a pipeline together', () => {
    const outline = rows([
      { id: 'a', action: 'log' },
      { id: 'b', action: 'log' },
      { id: 'a2', action: 'log', depends_on: ['a'] },
      { id: 'b2', action: 'log', depends_on: ['b'] },
    ]);
    expect(outline.map(({ id }) => id)).toEqual(['a', 'a2', 'b', 'b2']);
  });

  it('has each frame at the first level, with its steps below it', () => {
    const steps: PipelineDocument['steps'] = [
      { id: 'start', action: 'log' },
      {
        id: 'ask',
        action: 'conditional',
        params: { condition: 'true', on_true: 'yes', on_false: 'no' },
        depends_on: ['start'],
      },
      { id: 'yes', action: 'log' },
      { id: 'no', action: 'log' },
      { id: 'end', action: 'log', depends_on: ['yes', 'no'] },
    ];
    const graph = buildGraph(normalize({ steps }, catalogue.descriptors), catalogue.descriptors);
    const home = new Map(['ask', 'yes', 'end'].map((id) => [id, { id: 'f' }]));
    const outline = outlineRows(graph, { ids: ['f', 'empty'], home });
    expect(outline.map(({ id, kind = 'step', level }) => `${level} ${kind} ${id}`)).toEqual([
      '1 step start',
      '1 frame f',
      '2 step ask',
      '3 step yes',
      '2 step end',
      '1 step no',
      '1 frame empty',
    ]);
  });

  it('lists the steps of a cycle, too', () => {
    const outline = rows([
      { id: 'a', action: 'log', depends_on: ['b'] },
      { id: 'b', action: 'log', depends_on: ['a'] },
      { id: 'c', action: 'log' },
    ]);
    expect(outline.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});
