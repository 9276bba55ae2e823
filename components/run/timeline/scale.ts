import type { Span } from '@/engine/run/time/span';

/** A gap in which nothing was executed, drawn narrower than its time. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Maps instants to places on the axis. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly folds: readonly Fold[];
  /** Place of an instant, 0 at the left end to 1 at the right. */
  place(at: number): number;
  /** The instant at a place. */
  instant(place: number): number;
}

/** Width of a folded gap, as a share of the axis. */
const FOLD_WIDTH = 0.045;
/** A gap is folded when it would take a larger share of the axis than this. */
const FOLD_SHARE = 0.3;
/** Shorter gaps are drawn in proportion, since folding seconds would not help. In ms. */
const LEAST_FOLD = 10_000;

/** Gaps between spans of work that are long enough to fold, in order of time. Longer gaps are considered first. */
export function findFolds(spans: readonly Span[], from: number, to: number): Fold[] {
  const gaps = idleGaps(spans, from, to).sort((a, b) => b.to - b.from - (a.to - a.from));
  const folds: Fold[] = [];
  let shown = to - from;
  for (const gap of gaps) {
    const length = gap.to - gap.from;
    if (length < LEAST_FOLD || length <= shown * FOLD_SHARE) break;
    folds.push(gap);
    shown -= length;
  }
  return folds.sort((a, b) => a.from - b.from);
}

function idleGaps(spans: readonly Span[], from: number, to: number): Fold[] {
  const busy = spans.filter((span) => span.kind === 'work').sort((a, b) => a.from - b.from);
  const gaps: Fold[] = [];
  let reached = from;
  for (const span of busy) {
    if (span.from > reached) gaps.push({ from: reached, to: span.from });
    reached = Math.max(reached, span.to ?? to);
  }
  if (reached < to) gaps.push({ from: reached, to });
  return gaps;
}

/**
 * The right end of the axis while a run is active, in ms since 1970. It is ahead of now and moves in steps of a quarter
 * of the axis, so that bars rarely move.
 * @param foldedMs how much of the time until now is folded, in ms
 */
export function liveEnd(from: number, now: number, foldedMs = 0): number {
  const shown = now - from - foldedMs;
  let length = 5_000;
  while (length < shown * 1.04) length *= 1.25;
  return from + foldedMs + length;
}

/** Creates a scale on which each fold has the same small width and all other time is in proportion. */
export function createScale(from: number, to: number, folds: readonly Fold[] = []): TimeScale {
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const unit = (1 - folds.length * FOLD_WIDTH) / Math.max(1, to - from - folded);
  const pieces = toPieces(from, to, folds, unit);
  return {
    from,
    to,
    folds,
    place(at) {
      const piece = pieces.find((other) => at <= other.to) ?? pieces.at(-1);
      if (!piece) return 0;
      const share =
        (Math.min(Math.max(at, piece.from), piece.to) - piece.from) / Math.max(1, piece.to - piece.from);
      return piece.left + share * piece.width;
    },
    instant(place) {
      const piece = pieces.find((other) => place <= other.left + other.width) ?? pieces.at(-1);
      if (!piece || piece.width === 0) return from;
      return piece.from + (Math.max(0, place - piece.left) / piece.width) * (piece.to - piece.from);
    },
  };
}

interface Piece extends Fold {
  readonly left: number;
  readonly width: number;
}

function toPieces(from: number, to: number, folds: readonly Fold[], unit: number): Piece[] {
  const pieces: Piece[] = [];
  let left = 0;
  const add = (start: number, end: number, width: number) => {
    pieces.push({ from: start, to: end, left, width });
    left += width;
  };
  let at = from;
  for (const fold of folds) {
    add(at, fold.from, (fold.from - at) * unit);
    add(fold.from, fold.to, FOLD_WIDTH);
    at = fold.to;
  }
  add(at, to, (to - at) * unit);
  return pieces;
}

/** A mark on the axis. */
export interface Tick {
  readonly at: number;
  readonly place: number;
}

/** Round intervals between marks, in ms. */
const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1.5e4, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5,
];
const HOUR = 3_600_000;

/** Marks at round times since the start, at most `most`, none in a fold or too close to another. */
export function axisTicks(scale: TimeScale, most: number): Tick[] {
  const folded = scale.folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const shown = scale.to - scale.from - folded;
  const step = tickStep(shown / Math.max(1, most));
  const ticks: Tick[] = [{ at: scale.from, place: 0 }];
  let at = scale.from + step;
  while (at < scale.to) {
    const fold = scale.folds.find((other) => at > other.from && at < other.to);
    // Skips a fold at once: a fold may be days long, with very many steps.
    if (fold) at = scale.from + Math.ceil((fold.to - scale.from) / step) * step;
    const place = scale.place(at);
    const before = ticks.at(-1)?.place ?? 0;
    if (place - before > 0.6 / most && place < 1 - 0.4 / most) ticks.push({ at, place });
    at += step;
  }
  return ticks;
}

function tickStep(least: number): number {
  const known = TICK_STEPS.find((step) => step >= least);
  if (known) return known;
  let step = HOUR;
  while (step < least) step *= 2;
  return step;
}
