import { describe, expect, it } from 'vitest';
import { buildGraph, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { type Covered, coverageQuery, coverageText, coverageTotals, edgeCount, takenText } from './coverage';

const document: PipelineDocument = {
  steps: [
    { id: 'start', action: 'log', params: { message: 'a' } },
    {
      id: 'many',
      action: 'conditional',
      params: { condition: 'true', on_true: ['yes'] },
      depends_on: ['start'],
    },
    { id: 'yes', action: 'log', params: { message: '{{steps.start.output}}' } },
    { id: 'off', action: 'log', params: { message: 'b' }, disabled: true },
  ],
};
const { descriptors } = catalogue;
const source = { graph: buildGraph(normalize(document, descriptors), descriptors), document, descriptors };

const covered = (part: Partial<Covered>): Covered => ({
  ...{ by: 'tests', of: 3, edges: {}, branches: {}, steps: {} },
  ...part,
});

describe('coverage', () => {
  it('counts edges that order steps, branches and enabled steps', () => {
    const totals = coverageTotals(
      covered({
        edges: { 'start>many:depends_on': 2 },
        branches: { 'many:true': 2 },
        steps: { start: 3, many: 2 },
      }),
      source,
    );
    // The value that `yes` reads of `start` is no edge of its own: a longer path orders the two.
    expect(totals).toEqual({
      edges: { taken: 1, of: 2 },
      branches: { taken: 1, of: 2 },
      steps: { taken: 2, of: 3 },
    });
  });

  it('is summed up in words', () => {
    const one = covered({ of: 1, by: 'runs', edges: { 'start>many:depends_on': 1 } });
    expect(coverageText(one, source)).toBe('1 of 2 edges and 0 of 2 branches taken by 1 run');
    expect(takenText(0, covered({}))).toBe('taken by 0 of 3 tests');
    const single: PipelineDocument = { steps: [{ id: 'a', action: 'log', params: { message: 'a' } }] };
    const graph = buildGraph(normalize(single, descriptors), descriptors);
    expect(coverageText(covered({ steps: { a: 2 } }), { graph, document: single, descriptors })).toBe(
      '1 of 1 step executed by 3 tests',
    );
  });

  it('counts the edge that was taken most where one stands for several', () => {
    const counts = covered({ edges: { a: 1, b: 4 } });
    expect(edgeCount(counts, [{ id: 'a' }, { id: 'b' }, { id: 'never' }])).toBe(4);
    expect(edgeCount(counts, [{ id: 'never' }])).toBe(0);
  });

  it('asks the server for tests, or for a number of runs', () => {
    expect(coverageQuery('off')).toBeUndefined();
    expect(coverageQuery('tests')).toEqual({ by: 'tests' });
    expect(coverageQuery('runs-1000')).toEqual({ by: 'runs', last: 1000 });
  });
});
