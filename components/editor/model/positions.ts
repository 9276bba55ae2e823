import type { Descriptors, GraphEdge, PipelineDocument, Position } from '@/engine';
import { branchOutputs } from './branches';
import { HANDLE_STEP, roomOf, widthWithGap } from './card-size';
import { selectGraph, selectStep } from './derived';
import { positionOf } from './document';
import { labelWidth } from './edge-label';
import { layoutCards, ROW_GAP } from './layout';
import type { LayoutEdge, LayoutInput, Positions } from './layout-input';

/** Largest number of steps that are arranged without a worker. */
export const MAX_FULL_LAYOUT = 300;

/** Positions of all cards: from the document, otherwise computed in this session. */
export interface PositionSource {
  /** Positions of all steps. The same object while nothing moved. */
  of(document: PipelineDocument): Positions;
  /** Positions that are not in the document, to be written together with the first move. */
  unwritten(document: PipelineDocument): Positions;
  /** Sets the position of a step for this session, without changing the document. */
  put(id: string, position: Position): void;
}

/** Creates the position source of one open pipeline. */
export function createPositionSource(descriptors: Descriptors): PositionSource {
  const placed = new Map<string, Position>();
  let last: { steps: PipelineDocument['steps']; layout: unknown; positions: Positions } | undefined;

  function of(document: PipelineDocument): Positions {
    const layout = document.layout?.steps;
    if (last !== undefined && last.steps === document.steps && last.layout === layout) return last.positions;
    keepRenamed(document);
    place(document);
    const positions: Positions = {};
    for (const { id } of document.steps) {
      const position = positionOf(document, id) ?? placed.get(id);
      if (position !== undefined) positions[id] = position;
    }
    const kept = last !== undefined && samePositions(last.positions, positions) ? last.positions : positions;
    last = { steps: document.steps, layout, positions: kept };
    return kept;
  }

  /** A step whose id changed keeps its position, also where the id was changed in the JSON. */
  function keepRenamed(document: PipelineDocument): void {
    const renamed = last && findRenamed(last.steps, document.steps);
    if (last === undefined || renamed === undefined) return;
    const position = last.positions[renamed.from];
    const isPlaced = positionOf(document, renamed.to) !== undefined || placed.has(renamed.to);
    if (position !== undefined && !isPlaced) placed.set(renamed.to, position);
  }

  function place(document: PipelineDocument): void {
    const missing = document.steps.filter(
      ({ id }) => positionOf(document, id) === undefined && !placed.has(id),
    );
    if (missing.length === 0) return;
    const known = document.steps.length - missing.length;
    const input = layoutInput(
      document,
      descriptors,
      missing.map(({ id }) => id),
    );
    const origin = known === 0 ? { x: 0, y: 0 } : originFor(document, input);
    for (const [id, position] of Object.entries(layoutCards({ ...input, origin }))) placed.set(id, position);
  }

  /** New cards go to the right of the step they run after, otherwise below everything. */
  function originFor(document: PipelineDocument, input: LayoutInput): Position {
    const [first] = input.cards;
    const edge = input.edges.find(({ to, from }) => to === first?.id && from !== to);
    const before =
      edge === undefined ? undefined : (positionOf(document, edge.from) ?? placed.get(edge.from));
    if (before !== undefined) {
      const source = document.steps.find(({ id }) => id === edge?.from);
      const width = source === undefined ? 0 : widthWithGap(source, descriptors.find(source.action));
      return { x: before.x + width, y: before.y };
    }
    const positions = document.steps.flatMap(({ id }) => positionOf(document, id) ?? placed.get(id) ?? []);
    const bottom = Math.max(0, ...positions.map(({ y }) => y));
    const left = Math.min(...positions.map(({ x }) => x));
    return { x: Number.isFinite(left) ? left : 0, y: bottom + 160 + ROW_GAP };
  }

  return {
    of,
    put: (id, position) => {
      placed.set(id, position);
      last = undefined;
    },
    unwritten(document) {
      const positions = of(document);
      return Object.fromEntries(
        Object.entries(positions).filter(([id]) => positionOf(document, id) === undefined),
      );
    },
  };
}

/** The only step whose id changed, when nothing else about the list did. */
function findRenamed(
  before: PipelineDocument['steps'],
  after: PipelineDocument['steps'],
): { readonly from: string; readonly to: string } | undefined {
  if (before.length !== after.length) return undefined;
  const changed = after.flatMap((step, index) => {
    const old = before[index];
    return old === undefined || old.id === step.id ? [] : [{ old, step }];
  });
  const [only] = changed;
  if (only === undefined || changed.length > 1 || only.old.action !== only.step.action) return undefined;
  return { from: only.old.id, to: only.step.id };
}

/** The input of the layout for some or all steps of a document. */
export function layoutInput(
  document: PipelineDocument,
  descriptors: Descriptors,
  ids: readonly string[] = document.steps.map(({ id }) => id),
): LayoutInput {
  const chosen = new Set(ids);
  const graph = selectGraph(document, descriptors);
  const followed = new Set(graph.edges.flatMap(({ from, kind }) => (kind === 'branch' ? [] : [from])));
  const seen = new Set<string>();
  const cards = document.steps.flatMap((step) => {
    if (!chosen.has(step.id) || seen.has(step.id)) return [];
    seen.add(step.id);
    return [{ id: step.id, ...roomOf(step, descriptors.find(step.action), followed.has(step.id)) }];
  });
  const edges = graph.edges.map((edge) => ({
    from: edge.from,
    to: edge.to,
    ...startOf(document, descriptors, edge),
  }));
  return { cards, edges, origin: { x: 0, y: 0 } };
}

/** Where an edge begins: how far below the first handle, and the width of its label. */
function startOf(
  document: PipelineDocument,
  descriptors: Descriptors,
  { from, branch, kind }: GraphEdge,
): Pick<LayoutEdge, 'offset' | 'label'> {
  const step = selectStep(document, from);
  if (step === undefined) return {};
  const outputs = branchOutputs(step, descriptors.find(step.action));
  const index = outputs.findIndex(({ name }) => name === branch);
  const output = outputs[index];
  if (output !== undefined) return { offset: index * HANDLE_STEP, label: labelWidth(output.label) };
  // Steps that run after either branch begin below the branches.
  const offset = outputs.length * HANDLE_STEP;
  return kind === 'handler' ? { offset, label: labelWidth('completed') } : { offset };
}

function samePositions(a: Positions, b: Positions): boolean {
  const keys = Object.keys(b);
  return (
    keys.length === Object.keys(a).length &&
    keys.every((id) => a[id]?.x === b[id]?.x && a[id]?.y === b[id]?.y)
  );
}
