import type { HoldReason, RunStatus } from '@/engine';
import type { RunMark } from '@/lib/contracts/pipelines';
import { durationMs, isoOf, isoOrNull } from './instants';

/** Columns of a run for the run strip of a pipeline. */
export interface MarkRow {
  readonly id: string;
  readonly number: number;
  readonly status: RunStatus;
  readonly hold: HoldReason | null;
  readonly createdAt: Date | string;
  readonly startedAt: Date | string | null;
  readonly finishedAt: Date | string | null;
}

export function toMark(row: MarkRow): RunMark {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    hold: row.hold,
    durationMs: durationMs(isoOrNull(row.startedAt), isoOrNull(row.finishedAt)),
    createdAt: isoOf(row.createdAt),
  };
}
