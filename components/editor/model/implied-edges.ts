import type { Graph, GraphEdge } from '@/engine';

const computed = new WeakMap<Graph, ReadonlySet<string>>();

/**
 * Pairs `from>to` that a longer path orders too: `a>c` beside `a>b` and `b>c`. Edges that lead back on a cycle imply
 * nothing and are implied by nothing.
 */
export function impliedPairs(graph: Graph): ReadonlySet<string> {
  const known = computed.get(graph);
  if (known !== undefined) return known;
  const pairs = findImplied(graph);
  computed.set(graph, pairs);
  return pairs;
}

/** The pair of an edge, as in `impliedPairs`. */
export function pairOf({ from, to }: Pick<GraphEdge, 'from' | 'to'>): string {
  return `${from}>${to}`;
}

/** Follows the topological order backwards with one set of bits for each step, in O(edges × steps / 32). */
function findImplied({ order, steps }: Graph): Set<string> {
  const rank = new Map(order.map((id, index) => [id, index]));
  const words = Math.ceil(order.length / 32);
  const reachable = order.map(() => new Uint32Array(words));
  const implied = new Set<string>();
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const from = order[at];
    const own = reachable[at];
    if (from === undefined || own === undefined) continue;
    const next = (steps.get(from)?.downstream ?? [])
      .flatMap((to) => rank.get(to) ?? [])
      .filter((index) => index > at)
      .sort((a, b) => a - b);
    for (const index of next) {
      // Only a nearer step can lead to this one, and nearer steps were merged before.
      if (hasBit(own, index)) implied.add(pairOf({ from, to: order[index] ?? '' }));
      setBit(own, index);
      merge(own, reachable[index]);
    }
  }
  return implied;
}

function hasBit(bits: Uint32Array, index: number): boolean {
  return ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

function setBit(bits: Uint32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function merge(into: Uint32Array, from: Uint32Array | undefined): void {
  from?.forEach((word, index) => {
    into[index] = (into[index] ?? 0) | word;
  });
}
