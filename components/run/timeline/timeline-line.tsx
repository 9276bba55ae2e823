'use client';

import { type MouseEvent, memo } from 'react';
import { type RunDefinition, stepTitle } from '@/components/run-state/definition';
import type { RunFocus } from '@/components/run-state/permalink';
import { skipReason } from '@/components/run-state/reason';
import { resultOrigin } from '@/components/run-state/reused';
import { useLens } from '@/components/run-state/run-context';
import type { RunContact } from '@/components/run-state/run-store';
import { shownStatus, unitStatus } from '@/components/run-state/status';
import { useRunContact, useStepRun } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatDuration, formatElapsed } from '@/components/ui/format';
import { STATUS_LOOKS, StatusGlyph } from '@/components/ui/status';
import type { UnitState } from '@/engine';
import type { Span } from '@/engine/run/time/span';
import type { TimelineRow } from '@/engine/run/time/timeline-rows';
import type { StepTimeRecord } from '@/lib/contracts/run-time';
import { shareText, shortSlower } from '../time/time-text';
import type { TimeScale } from './scale';
import styles from './timeline.module.css';

export interface TimelineLineProps {
  /** The line until the shown instant. */
  row: TimelineRow;
  /** The whole line: what comes after the shown instant is faint. */
  whole: TimelineRow;
  scale: TimeScale;
  /** The shown instant, otherwise the end of the known time, in ms since 1970. */
  reached: number;
  /** The end of the known time, in ms since 1970. */
  known: number;
  /** Where its time went in the whole run; undefined until it is known. */
  time: StepTimeRecord | undefined;
  isChosen: boolean;
  onChoose: (focus: Partial<RunFocus>) => void;
}

/** One step on the timeline: its attempts, waits and duration. */
export const TimelineLine = memo(function TimelineLine(props: TimelineLineProps) {
  const { row, whole, scale, reached, known, time, isChosen, onChoose } = props;
  const { definition, detail } = useLens();
  const unit = useStepRun(row.step);
  const contact = useRunContact();
  const status = unitStatus(unit, contact.state);
  const end = row.spans.at(-1)?.to ?? reached;
  const start = row.spans[0]?.from;
  const title = stepTitle(definition, row.step);
  const state = wordsOf({ row, reached, unit, origin: resultOrigin(unit, detail), definition });
  const isWhole = row === whole;
  const shown = [state, ...(isWhole && time ? timeMarks(time) : [])].join(' · ');
  const labelAt = start === undefined ? row.settledAt : end;
  return (
    <button
      type="button"
      className={styles.line}
      data-status={status}
      data-critical={(isWhole && time?.isCritical) || undefined}
      title={isWhole && time ? shareText(time) : undefined}
      aria-current={isChosen}
      aria-label={`${title}, ${STATUS_LOOKS[status].word.toLowerCase()}: ${row.step} ${shown}`}
      onClick={(event) => onChoose({ step: row.step, ...attemptAt(event, row, scale) })}
    >
      <span className={styles.name} title={title}>
        <StatusGlyph status={status} size={12} />
        <span className={styles.id}>{row.step}</span>{' '}
      </span>
      <span className={styles.track} data-track>
        {whole !== row && <Bars spans={whole.spans} scale={scale} reached={known} later />}
        <Bars spans={row.spans} scale={scale} reached={reached} />
        {labelAt !== undefined && (
          <span className={styles.words} {...labelPlace(scale.place(labelAt), scale.place(start ?? labelAt))}>
            {shown}
          </span>
        )}
      </span>
    </button>
  );
});

/** What deserves a word: that the step decided how long the run took, and that it was slow. */
function timeMarks({ isCritical, slower }: StepTimeRecord): string[] {
  return [...(isCritical ? ['critical path'] : []), ...(slower === null ? [] : [shortSlower(slower)])];
}

interface BarsProps {
  spans: readonly Span[];
  scale: TimeScale;
  reached: number;
  /** Whether they are after the shown instant. */
  later?: boolean;
}

function Bars({ spans, scale, reached, later = false }: BarsProps) {
  const contact = useRunContact();
  return spans.map((span, index) => (
    <i
      key={index}
      data-status={spanStatus(span, contact.state)}
      data-later={later || undefined}
      className={clsx(styles.bar, span.kind !== 'work' && styles.hatched)}
      style={{
        left: `${scale.place(span.from) * 100}%`,
        width: `${(scale.place(span.to ?? reached) - scale.place(span.from)) * 100}%`,
      }}
    />
  ));
}

interface LineState {
  readonly row: TimelineRow;
  readonly reached: number;
  readonly unit: UnitState | undefined;
  /** Where the result comes from, when this run did not execute the step. */
  readonly origin: string | undefined;
  readonly definition: RunDefinition | undefined;
}

/** The label of a line: why it was not executed, otherwise its duration and attempts. */
function wordsOf({ row, reached, unit, origin, definition }: LineState): string {
  if (origin !== undefined) return unit?.given ? `Output ${origin}` : `Reused ${origin}`;
  if (unit?.skip) {
    const reason = skipReason(unit.skip, row.step, definition);
    return `skipped: ${reason.map((part) => (part.kind === 'step' ? part.step : part.text)).join('')}`;
  }
  const length = lengthOf(row, reached);
  const attempts = unit?.attempts.length ?? 0;
  return attempts > 1 ? `${length} · ${attempts} attempts` : length;
}

/** Duration from the first beginning to the last end, or to the end of the known time. */
function lengthOf({ spans }: TimelineRow, reached: number): string {
  const [first] = spans;
  if (first === undefined) return '';
  const end = spans.at(-1)?.to;
  return end === undefined ? formatElapsed(reached - first.from) : formatDuration(end - first.from);
}

function spanStatus(span: Span, contact: RunContact['state']) {
  return span.to === undefined ? shownStatus(span.status, contact) : span.status;
}

/** The label is after the bar, or before it when there is no space at the right end. */
function labelPlace(end: number, start: number) {
  const after = (1 - end) * 100;
  if (end <= 0.8) return { style: { left: `${end * 100}%`, maxWidth: `min(46%, ${after}%)` } };
  if (start >= 0.25) return { style: { right: `${(1 - start) * 100}%` }, 'data-before': true };
  return { style: { right: 0 }, 'data-inside': true };
}

/** The attempt whose bar was clicked. A click by keyboard has no position and opens the newest. */
function attemptAt(event: MouseEvent<HTMLElement>, row: TimelineRow, scale: TimeScale): Partial<RunFocus> {
  const track = event.currentTarget.querySelector('[data-track]')?.getBoundingClientRect();
  if (!track || event.detail === 0 || event.clientX < track.left) return {};
  const at = scale.instant((event.clientX - track.left) / Math.max(1, track.width));
  const span = row.spans.find((other) => at >= other.from && (other.to === undefined || at <= other.to));
  return span && span.attempt > 0 ? { attempt: span.attempt } : {};
}
