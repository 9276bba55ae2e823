import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph, type Graph, normalize } from '@/engine';
import { catalogue } from '@/engine/actions';
import { impliedPairs } from './implied-edges';

const { descriptors } = catalogue;

/** A graph of steps with these dependencies. */
function graphOf(dependencies: Readonly<Record<string, readonly string[]>>): Graph {
  const steps = Object.entries(dependencies).map(([id, before]) => ({
    id,
    action: 'log',
    params: { message: id },
    ...(before.length === 0 ? {} : { depends_on: [...before] }),
  }));
  return buildGraph(normalize({ steps }, descriptors), descriptors);
}

/** Whether a path of at least two edges leads from one step to another. */
function hasLongPath(graph: Graph, from: string, to: string): boolean {
  const reaches = (at: string): boolean =>
    at === to || (graph.steps.get(at)?.downstream ?? []).some((next) => reaches(next));
  return (graph.steps.get(from)?.downstream ?? []).some((next) => next !== to && reaches(next));
}

describe('the implied pairs of a graph', () => {
  it('are those that a longer path orders too', () => {
    const graph = graphOf({ a: [], b: ['a'], c: ['a', 'b'], d: ['c', 'a'] });
    expect([...impliedPairs(graph)].sort()).toEqual(['a>c', 'a>d']);
  });

  it('do not include the sides of a diamond', () => {
    expect(impliedPairs(graphOf({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] })).size).toBe(0);
  });

  it('leave a cycle as it is written', () => {
    expect(impliedPairs(graphOf({ a: ['b'], b: ['a'] })).size).toBe(0);
  });

  it('agree with a search for paths in random graphs', () => {
    const graphs = fc.array(fc.array(fc.nat(40), { maxLength: 4 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(graphs, (lists) => {
        const ids = lists.map((_, index) => `s${index}`);
        const graph = graphOf(
          Object.fromEntries(
            lists.map((list, index) => [
              `s${index}`,
              index === 0 ? [] : [...new Set(list.map((number) => `s${number % index}`))],
            ]),
          ),
        );
        const implied = impliedPairs(graph);
        for (const from of ids) {
          for (const to of graph.steps.get(from)?.downstream ?? []) {
            expect(implied.has(`${from}>${to}`), `${from}>${to}`).toBe(hasLongPath(graph, from, to));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
