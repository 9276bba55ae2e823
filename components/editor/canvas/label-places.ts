import { fitsBetween, labelWidth } from '../model/edge-label';
import { elbow, type Obstacle } from './elbow';
import type { FlowEdge } from './flow-types';

/** Distance between two references of one pair. */
export const LINEAGE_SHIFT = 14;
const LABEL_HEIGHT = 20;

export interface LabelSource {
  readonly edges: readonly FlowEdge[];
  readonly cards: readonly (Obstacle & { readonly id: string })[];
  handleY(card: string, handle: string): number;
  obstacles(from: string, to: string): readonly Obstacle[];
}

/** The boxes of the references whose labels fit between their cards and cover no other such label; of two the first. */
export function placedLabels({
  edges,
  cards,
  handleY,
  obstacles,
}: LabelSource): ReadonlyMap<string, Obstacle> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const shown = new Map<string, Obstacle>();
  for (const { id, source, target, sourceHandle, data } of edges) {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (data?.kind !== 'lineage' || data.label === undefined || from === undefined || to === undefined)
      continue;
    const ends = {
      sourceX: from.x + from.width,
      sourceY: from.y + handleY(source, sourceHandle ?? ''),
      targetX: to.x,
      targetY: to.y + handleY(target, 'in'),
    };
    const { middleX, middleY, room } = elbow(ends, LINEAGE_SHIFT, obstacles(source, target));
    const width = labelWidth(data.label);
    const box = { x: middleX - width / 2, y: middleY - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT };
    if (!fitsBetween(data.label, room) || [...shown.values()].some((other) => overlaps(box, other))) continue;
    shown.set(id, box);
  }
  return shown;
}

function overlaps(a: Obstacle, b: Obstacle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
