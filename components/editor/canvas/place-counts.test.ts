import { expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { selectGraph } from '../model/derived';
import { labelWidth } from '../model/edge-label';
import { createSession, type EditorSession } from '../session';
import { layoutGraphs } from '../testing/layout-graphs';
import { countLabel } from './cover-edges';
import { boxesOf } from './flow-nodes';
import { edgesToRoute } from './route-edges';

const { descriptors } = catalogue;
const HEIGHT = 20;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A session in which every edge was taken 120 times. */
function coveredSession(document: Parameters<typeof createSession>[0]['document']): EditorSession {
  const session = createSession({ document, descriptors, pipelineId: 'p1' });
  const edges = Object.fromEntries(selectGraph(document, descriptors).edges.map(({ id }) => [id, 120]));
  const stop = session.flow.start();
  session.covered.set({ by: 'tests', of: 120, edges, branches: {}, steps: {} });
  stop();
  return session;
}

function countBoxes({ flow }: EditorSession): Box[] {
  return flow.getEdges().flatMap(({ id, data }) => {
    const place = flow.countPlace(id);
    const text = data && countLabel(data);
    if (place === undefined || text === undefined) return [];
    const width = labelWidth(text);
    return [{ x: place.x - width / 2, y: place.y - HEIGHT / 2, width, height: HEIGHT }];
  });
}

function labelBoxes({ flow }: EditorSession): Box[] {
  const edges = edgesToRoute(flow.getEdges(), boxesOf(flow.getNodes()), flow.handleY);
  return edges.flatMap(({ start, label }) =>
    label === 0 ? [] : [{ x: start.x + 12, y: start.y - HEIGHT / 2, width: label, height: HEIGHT }],
  );
}

it.each(layoutGraphs.map(({ name, document }) => [name, document] as const))(
  'counts cover no card, no label and no other count: %s',
  (_, document) => {
    const session = coveredSession(document);
    const counts = countBoxes(session);
    const others = [...boxesOf(session.flow.getNodes()), ...labelBoxes(session)];
    for (const [index, count] of counts.entries()) {
      expect(others.filter((other) => overlap(count, other))).toEqual([]);
      expect(counts.slice(index + 1).filter((other) => overlap(count, other))).toEqual([]);
    }
  },
);

it('finds a place for nearly every count', () => {
  const found = layoutGraphs.map(({ document }) => {
    const session = coveredSession(document);
    return { placed: countBoxes(session).length, edges: session.flow.getEdges().length };
  });
  const placed = found.reduce((sum, each) => sum + each.placed, 0);
  const edges = found.reduce((sum, each) => sum + each.edges, 0);
  expect(placed / edges).toBeGreaterThan(0.95);
});

it('names how often an edge was taken, and leaves edges as they are without coverage', () => {
  const [first] = layoutGraphs;
  if (first === undefined) throw new Error('There are no pipelines.');
  const session = coveredSession(first.document);
  expect(session.flow.getEdges()[0]?.ariaLabel).toMatch(/, taken by 120 of 120 tests$/);
  const stop = session.flow.start();
  session.covered.set(undefined);
  stop();
  expect(session.flow.getEdges()[0]?.data).not.toHaveProperty('count');
});
