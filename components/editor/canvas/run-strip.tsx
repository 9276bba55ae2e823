import type { ReactNode } from 'react';
import { type ReasonPart, skipReason } from '@/components/run-state/reason';
import { Countdown, Elapsed } from '@/components/run-state/times';
import { clsx } from '@/components/ui/clsx';
import { formatMoment } from '@/components/ui/format';
import { STATUS_LOOKS, type Status, StatusGlyph } from '@/components/ui/status';
import {
  type Failure,
  failureName,
  failureSummary,
  isJsonObject,
  type Json,
  type Payload,
  type UnitState,
} from '@/engine';
import styles from './run-strip.module.css';

export interface RunStripProps {
  /** Undefined before the first event of this step. */
  unit: UnitState | undefined;
  stepId: string;
  status: Status;
  /** Shown first: the number of an iteration. */
  prefix?: string;
}

/** The strip at the bottom of a card with the status of its step in the run. */
export function RunStrip({ unit, stepId, status, prefix }: RunStripProps) {
  const { word, ...rest } = lineOf(unit, stepId, status);
  return (
    <StatusStrip status={status} word={prefix === undefined ? word : prefixed(prefix, word)} {...rest} />
  );
}

function prefixed(prefix: string, word: ReactNode): ReactNode {
  return (
    <>
      {prefix} {word}
    </>
  );
}

/** A status with its text on one line. */
export function StatusStrip({ status, word, detail, mono, title }: Line & { status: Status }) {
  return (
    <div className={styles.strip} title={title}>
      <StatusGlyph status={status} size={14} />
      {word !== undefined && <span className={styles.word}>{word}</span>}
      {detail !== undefined && <span className={clsx(styles.detail, mono && styles.mono)}>{detail}</span>}
    </div>
  );
}

interface Line {
  readonly word?: ReactNode;
  readonly detail?: ReactNode;
  readonly mono?: boolean;
  /** The whole text of a line that may be cut. */
  readonly title?: string;
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
        detail: unit.attempts.at(-1)?.logs.at(-1)?.message ?? chunksDetail(unit) ?? 'running',
      };
    case 'waiting':
      return waitingLine(unit, look);
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
        detail: summaryOf(unit.attempts.at(-1)?.error),
      };
    case 'failed':
      return unit.error === undefined ? { word: look } : failedLine(unit.error);
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

function waitingLine(unit: UnitState, look: string): Line {
  const { pause } = unit;
  if (pause)
    return {
      word: look,
      detail: `${pause.moment === 'before' ? 'before' : 'after'} attempt ${pause.attempt}`,
    };
  const isQuestion = unit.wait?.reason === 'unknown_effect';
  return { word: isQuestion ? 'Needs a decision' : look, detail: waitDetail(unit) };
}

/** The reason alone: colour and glyph show that the step failed. */
function failedLine(error: Failure): Line {
  return { detail: failureSummary(error), title: `${failureName(error)}: ${error.message}` };
}

function summaryOf(error: Failure | undefined): string | undefined {
  return error && failureSummary(error);
}

/** The progress of a chunked loop. */
function chunksDetail({ chunks }: UnitState): string | undefined {
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
  if (unit.warning !== undefined)
    return { word: `status ${unit.warning.code}`, detail: word, title: unit.warning.message };
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

const LONGEST = 40;

/** The first short value of an output, on one line: `status_code 200`. */
function firstOutput(output: Payload | undefined): string | undefined {
  if (output === undefined) return undefined;
  if ('ref' in output) return output.summary;
  const { value } = output;
  if (!isJsonObject(value)) return scalar(value);
  const entries = Object.entries(value);
  const [key, first] = entries.find(([, part]) => scalar(part) !== undefined) ?? entries[0] ?? [];
  if (key === undefined || first === undefined) return undefined;
  return `${key} ${scalar(first) ?? sizeOf(first)}`;
}

function scalar(value: Json): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function sizeOf(value: Json): string {
  if (Array.isArray(value)) return `${value.length} items`;
  return isJsonObject(value) ? `${Object.keys(value).length} fields` : String(value);
}
