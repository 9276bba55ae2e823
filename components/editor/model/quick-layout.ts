import { type Column, foldIntoBands, type LayoutInput, type Placed, type Positions } from './layout';

/**
 * Places cards in linear time: columns by longest path, rows by the mean row of their predecessors. For large pipelines
 * without positions, so that they open immediately; the full layout takes a second for a thousand steps.
 */
export function quickLayout({ cards, edges, origin }: LayoutInput): Positions {
  if (cards.length === 0) return {};
  const { columnOf, before } = rank(
    cards.map(({ id }) => id),
    edges,
  );
  const columns: Placed[][] = [];
  const rowOf = new Map<string, number>();
  const ordered = cards.toSorted((a, b) => (columnOf.get(a.id) ?? 0) - (columnOf.get(b.id) ?? 0));
  for (const card of ordered) {
    const column = columnOf.get(card.id) ?? 0;
    const list = columns[column] ?? [];
    columns[column] = list;
    const rows = (before.get(card.id) ?? []).flatMap((id) => rowOf.get(id) ?? []);
    const centerY = rows.length === 0 ? list.length : mean(rows);
    list.push({ ...card, centerX: column, centerY });
    rowOf.set(card.id, centerY);
  }
  const sorted = columns.map((list): Column => {
    const column = list.toSorted((a, b) => a.centerY - b.centerY);
    return { cards: column, width: Math.max(...column.map(({ width }) => width)) };
  });
  return foldIntoBands(sorted, edges, origin);
}

/** Ranks steps by their longest path from a start; a step on a cycle keeps the largest rank found. */
function rank(ids: readonly string[], edges: LayoutInput['edges']) {
  const { after, before } = neighbours(ids, edges);
  const columnOf = new Map<string, number>();
  const left = new Map(ids.map((id) => [id, before.get(id)?.length ?? 0]));
  const ready = ids.filter((id) => left.get(id) === 0);
  const placed = new Set<string>();
  const reach = (id: string, column: number) => {
    if (placed.has(id)) return;
    columnOf.set(id, Math.max(columnOf.get(id) ?? 0, column));
    const remaining = (left.get(id) ?? 0) - 1;
    left.set(id, remaining);
    if (remaining === 0) ready.push(id);
  };
  // A cycle has no start, so its first step is taken as one.
  const queue = { ready: 0, rest: 0 };
  while (placed.size < ids.length) {
    const id = queue.ready < ready.length ? ready[queue.ready++] : ids[queue.rest++];
    if (id === undefined) break;
    if (placed.has(id)) continue;
    placed.add(id);
    const column = columnOf.get(id) ?? 0;
    columnOf.set(id, column);
    for (const next of after.get(id) ?? []) reach(next, column + 1);
  }
  return { columnOf, before };
}

function neighbours(ids: readonly string[], edges: LayoutInput['edges']) {
  const after = new Map<string, string[]>(ids.map((id) => [id, []]));
  const before = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) {
    if (from === to || !after.has(from) || !after.has(to)) continue;
    after.get(from)?.push(to);
    before.get(to)?.push(from);
  }
  return { after, before };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
