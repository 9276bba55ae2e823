import { expect, it } from 'vitest';
import type { FlowEdge } from './flow-types';
import { placedLabels } from './label-places';

const card = (id: string, x: number, y = 0) => ({ id, x, y, width: 264, height: 100 });
const reads = (source: string, target: string, label: string): FlowEdge => ({
  ...{ id: `${source}>${target}:${label}`, type: 'step', source, target, sourceHandle: 'out' },
  data: {
    kind: 'lineage',
    label,
    edge: { id: `${source}>${target}`, from: source, to: target, kind: 'reference', path: 'params.message' },
  },
});
const place = (edges: FlowEdge[], gap: number) =>
  placedLabels({
    edges,
    cards: [card('a', 0), card('b', 264 + gap), card('c', 264 + gap, 400)],
    handleY: () => 26,
    obstacles: () => [],
  });

it('leaves out the label of a reference that would cover another, or be cut off', () => {
  const [output, other, far] = [
    reads('a', 'b', 'output'),
    reads('a', 'b', 'status'),
    reads('a', 'c', 'status'),
  ];
  expect([...place([output, other, far], 100).keys()]).toEqual([output.id, far.id]);
  expect([...place([output, far], 40).keys()]).toEqual([]);
});
