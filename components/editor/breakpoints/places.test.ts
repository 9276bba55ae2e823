import { describe, expect, it } from 'vitest';
import { buildGraph, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import { renameStep } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import { isPlaceIn, renamedSteps, selectedPlaces, withRenamedSteps } from './places';

const { descriptors } = catalogue;
const document: PipelineDocument = {
  steps: [
    { id: 'fetch', action: 'log', params: { message: 'x' } },
    {
      id: 'fast',
      action: 'conditional',
      params: { condition: 'true', on_true: ['announce'] },
      depends_on: ['fetch'],
    },
    { id: 'announce', action: 'log', params: { message: 'y' } },
  ],
};
const graph = buildGraph(normalize(document, descriptors), descriptors);
const edgeId = (from: string, to: string) =>
  graph.edges.find((edge) => edge.from === from && edge.to === to)?.id ?? '';

function breakpoint(at: Breakpoint['at'], part: Partial<Breakpoint> = {}): Breakpoint {
  return { id: 'b1', at, when: 'before', enabled: true, ...part };
}

describe('the places of breakpoints', () => {
  it('are the selected steps and edges; of an edge with its branch', () => {
    const edges = [edgeId('fast', 'announce'), edgeId('fetch', 'fast')];
    expect(selectedPlaces({ ...EMPTY_SELECTION, steps: ['fetch'], edges }, graph)).toEqual([
      { step: 'fetch' },
      { from: 'fast', to: 'announce', branch: 'true' },
      { from: 'fetch', to: 'fast' },
    ]);
  });

  it('are gone with their step, their edge or their branch', () => {
    expect(isPlaceIn({ step: 'fetch' }, graph)).toBe(true);
    expect(isPlaceIn({ step: 'gone' }, graph)).toBe(false);
    expect(isPlaceIn({ from: 'fetch', to: 'fast' }, graph)).toBe(true);
    expect(isPlaceIn({ from: 'fetch', to: 'announce' }, graph)).toBe(false);
    expect(isPlaceIn({ from: 'fast', to: 'announce' }, graph)).toBe(true);
    expect(isPlaceIn({ from: 'fast', to: 'announce', branch: 'false' }, graph)).toBe(false);
  });
});

describe('a step with another id', () => {
  const renamed = renameStep(document, 'fetch', 'load', descriptors);

  it('keeps its breakpoints, and those of its edges and conditions', () => {
    const names = renamedSteps(document, renamed);
    expect([...names]).toEqual([['fetch', 'load']]);
    const all = [
      breakpoint({ step: 'fetch', iterations: true }),
      breakpoint({ from: 'fetch', to: 'fast' }, { id: 'b2' }),
      breakpoint({ step: 'announce' }, { id: 'b3', condition: 'steps.fetch.output.count > 2' }),
      breakpoint({ step: 'fast' }, { id: 'b4' }),
    ];
    expect(withRenamedSteps(all, names)).toEqual([
      breakpoint({ step: 'load', iterations: true }),
      breakpoint({ from: 'load', to: 'fast' }, { id: 'b2' }),
      breakpoint({ step: 'announce' }, { id: 'b3', condition: 'steps.load.output.count > 2' }),
    ]);
  });

  it('has its first id again after undo', () => {
    expect([...renamedSteps(renamed, document)]).toEqual([['load', 'fetch']]);
  });

  it('is no step that another one replaced, and no step that changed places', () => {
    const [first, ...rest] = document.steps;
    const replaced = { ...document, steps: [{ id: 'other', action: 'fail' }, ...rest] };
    expect(renamedSteps(document, replaced).size).toBe(0);
    const moved = { ...document, steps: [...rest, ...(first ? [first] : [])] };
    expect(renamedSteps(document, moved).size).toBe(0);
    expect(renamedSteps(document, { ...document, name: 'Other' }).size).toBe(0);
  });
});
