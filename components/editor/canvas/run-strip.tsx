import type { ReactNode } from 'react';
import { Countdown } from '@/components/run/countdown';
import { Elapsed } from '@/components/run/elapsed';
import { type ReasonPart, skipReason } from '@/components/run/reason';
import { clsx } from '@/components/ui/clsx';
import { formatMoment } from '@/components/ui/format';
import { STATUS_LOOKS, type Status } from '@/components/ui/status';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { UnitState } from '@/engine';
import { firstOutput } from './first-output';
import styles from './run-strip.module.css';

export interface RunStripProps {
  /** Undefined before the run has come to this step. */
  unit: UnitState | undefined;
  stepId: string;
  status: Status;
}

/** The line at the bottom of a card that says how the step stands in the run. */
export function RunStrip({ unit, stepId, status }: RunStripProps) {
  const { word, detail, mono } = lineOf(unit, stepId, status);
  return (
    <div className={styles.strip}>
      <StatusGlyph status={status} size={14} />
      <span className={styles.word}>{word}</span>
      {detail !== undefined && <span className={clsx(styles.detail, mono && styles.mono)}>{detail}</span>}
    </div>
  );
}

interface Line {
  readonly word: ReactNode;
  readonly detail?: ReactNode;
  readonly mono?: boolean;
}

function lineOf(unit: UnitState | undefined, stepId: string, status: Status): Line {
  const look = STATUS_LOOKS[status].word;
  if (unit === undefined) return { word: look };
  switch (unit.status) {
    case 'completed':
      return completedLine(unit);
    case 'running':
      return {
        word: unit.startedAt === undefined ? look : <Elapsed from={unit.startedAt} to={undefined} />,
        detail: unit.attempts.at(-1)?.logs.at(-1)?.message ?? partsDetail(unit) ?? 'running',
      };
    case 'waiting':
      return {
        word: unit.wait?.reason === 'unknown_effect' ? 'Needs a decision' : look,
        detail: waitDetail(unit),
      };
    case 'retrying':
      return {
        word:
          unit.wait?.until === undefined ? (
            look
          ) : (
            <>
              Next in <Countdown until={unit.wait.until} />
            </>
          ),
        detail: unit.attempts.at(-1)?.error?.kind,
      };
    case 'failed':
      return { word: unit.error?.kind ?? look, detail: unit.error?.message };
    case 'skipped':
      return {
        word: look,
        detail: unit.skip === undefined ? undefined : plain(skipReason(unit.skip, stepId, undefined)),
      };
    case 'cancelled':
      return { word: look, detail: unit.cancelReason };
    case 'pending':
      return { word: look };
  }
}

/** How far a loop has come that other runs carry out. */
function partsDetail({ chunks }: UnitState): string | undefined {
  if (chunks === undefined) return undefined;
  const ended = chunks.completed + chunks.failed;
  return `${ended.toLocaleString('en')} of ${chunks.total.toLocaleString('en')} done`;
}

function completedLine(unit: UnitState): Line {
  const word =
    unit.startedAt === undefined ? (
      STATUS_LOOKS.completed.word
    ) : (
      <Elapsed from={unit.startedAt} to={unit.finishedAt} />
    );
  if (unit.branch !== undefined) return { word: unit.branch.taken, detail: word };
  return { word, detail: firstOutput(unit.output), mono: true };
}

function waitDetail(unit: UnitState): string | undefined {
  if (unit.wait === undefined) return undefined;
  const until =
    unit.wait.until === undefined ? undefined : `until ${formatMoment(unit.wait.until, new Date())}`;
  return unit.wait.note ?? until;
}

function plain(parts: readonly ReasonPart[]): string {
  return parts.map((part) => (part.kind === 'step' ? part.step : part.text)).join('');
}
