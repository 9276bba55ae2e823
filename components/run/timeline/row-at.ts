import type { StepStatus } from '@/engine';
import type { Span } from '@/engine/run/time/span';
import { emptyRow, type TimelineRow } from '@/engine/run/time/timeline-rows';

/** Lines of steps that have not begun, by the whole line: the same object each time, so that nothing is drawn again. */
const unbegun = new WeakMap<TimelineRow, TimelineRow>();

/** The part of a line until an instant: a span that ends later is open. @param at ms since 1970 */
export function rowAt(row: TimelineRow, at: number): TimelineRow {
  const { spans, settledAt } = row;
  const isSettledLater = settledAt !== undefined && settledAt > at;
  const isWhole = spans.every((span) => span.from <= at && (span.to === undefined || span.to <= at));
  if (isWhole && !isSettledLater) return row;
  const begun = spans.filter((span) => span.from <= at).map((span) => cut(span, at));
  if (begun.length === 0) return unbegunRow(row);
  return { ...row, spans: begun, settledAt: isSettledLater ? undefined : settledAt };
}

const OPEN: Readonly<Record<Span['kind'], StepStatus>> = {
  work: 'running',
  wait: 'waiting',
  backoff: 'retrying',
};

function cut(span: Span, at: number): Span {
  if (span.to !== undefined && span.to <= at) return span;
  return { ...span, to: undefined, status: OPEN[span.kind] };
}

function unbegunRow(row: TimelineRow): TimelineRow {
  const known = unbegun.get(row) ?? emptyRow(row.step);
  unbegun.set(row, known);
  return known;
}
