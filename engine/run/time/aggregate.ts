import type { StepStatus } from '../state/state';
import type { Span } from './span';

/** The look of a span. */
interface Look {
  readonly kind: Span['kind'];
  readonly status: StepStatus;
}

/** Looks by priority. Where spans overlap, the first of these is drawn. */
const LOOKS: readonly Look[] = [
  { kind: 'work', status: 'failed' },
  { kind: 'backoff', status: 'retrying' },
  { kind: 'work', status: 'running' },
  { kind: 'work', status: 'cancelled' },
  { kind: 'work', status: 'completed' },
  { kind: 'wait', status: 'waiting' },
];
const RANKS = new Map(LOOKS.map((look, rank) => [`${look.kind} ${look.status}`, rank]));

/**
 * Largest number of spans that are joined exactly. More spans are narrower than a pixel and are joined in slots of
 * time.
 */
const EXACT = 500;
/** Number of slots: more than a timeline has pixels. */
const SLOTS = 2000;

/**
 * Joins many lanes into one that shows at every instant the look with the highest priority. Takes time proportional to
 * the number of spans.
 */
export function aggregate(spans: readonly Span[]): Span[] {
  if (spans.length === 0) return [];
  return spans.length <= EXACT ? joinExactly(spans) : joinInSlots(spans);
}

function rankOf(span: Span): number {
  return RANKS.get(`${span.kind} ${span.status}`) ?? LOOKS.length - 1;
}

/** A span of less than a millisecond must be visible too. */
function endOf(span: Span, open: number): number {
  return span.to === undefined ? open : Math.max(span.to, span.from + 1);
}

function joinExactly(spans: readonly Span[]): Span[] {
  const edges = spans.flatMap((span) => {
    const rank = rankOf(span);
    const opening = { at: span.from, rank, by: 1 };
    return span.to === undefined ? [opening] : [opening, { at: endOf(span, 0), rank, by: -1 }];
  });
  edges.sort((a, b) => a.at - b.at);
  const open = new Array<number>(LOOKS.length).fill(0);
  const drawn = new Pen();
  for (const [index, { at, rank, by }] of edges.entries()) {
    open[rank] = (open[rank] ?? 0) + by;
    // Several edges at one instant are one change.
    if (edges[index + 1]?.at !== at)
      drawn.look(
        open.findIndex((count) => count > 0),
        at,
      );
  }
  return drawn.spans;
}

/** The time from the first beginning to the last known end, and whether a span is open. */
function extentOf(spans: readonly Span[]) {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  for (const span of spans) {
    from = Math.min(from, span.from);
    to = Math.max(to, span.to ?? span.from, span.from + 1);
    isOpen ||= span.to === undefined;
  }
  return { from, to, isOpen };
}

function joinInSlots(spans: readonly Span[]): Span[] {
  const { from, to, isOpen } = extentOf(spans);
  const slotMs = Math.max(1, (to - from) / SLOTS);
  const slots = Math.ceil((to - from) / slotMs);
  const changes = LOOKS.map(() => new Int32Array(slots + 1));
  for (const span of spans) {
    const row = changes[rankOf(span)];
    const first = Math.floor((span.from - from) / slotMs);
    const last = Math.max(first + 1, Math.ceil((endOf(span, to) - from) / slotMs));
    if (row) count(row, first, last);
  }
  const open = new Array<number>(LOOKS.length).fill(0);
  const drawn = new Pen();
  for (let slot = 0; slot < slots; slot += 1) {
    for (const [rank, row] of changes.entries()) open[rank] = (open[rank] ?? 0) + (row[slot] ?? 0);
    drawn.look(
      open.findIndex((count) => count > 0),
      from + slot * slotMs,
    );
  }
  if (!isOpen) drawn.look(-1, to);
  return drawn.spans;
}

/** Counts a span from its first slot up to its last. */
function count(changes: Int32Array, first: number, last: number): void {
  changes[first] = (changes[first] ?? 0) + 1;
  if (last < changes.length) changes[last] = (changes[last] ?? 0) - 1;
}

/** Builds one span for as long as the look stays the same. */
class Pen {
  readonly spans: Span[] = [];
  private rank = -1;

  /** Sets the look from an instant on; -1 for none. */
  look(rank: number, at: number): void {
    if (rank === this.rank) return;
    const last = this.spans.at(-1);
    if (last && last.to === undefined) this.spans[this.spans.length - 1] = { ...last, to: at };
    const look = LOOKS[rank];
    if (look) this.spans.push({ ...look, attempt: 0, from: at, to: undefined });
    this.rank = rank;
  }
}
