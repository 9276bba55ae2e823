import { type SQL, sql as text } from 'drizzle-orm';
import type { runs } from '@/drizzle/schema';
import type { RunMark } from '@/lib/contracts/pipelines';
import type { RowOf } from '../db/rows';
import { durationMs, isoOf, isoOrNull } from './instants';

/** Columns of a run for the run strip of a pipeline; a chunk of a loop has no number and is in no strip. */
type Marked =
  | 'id'
  | 'number'
  | 'status'
  | 'hold'
  | 'atBreakpoint'
  | 'warnings'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt';

/** A run as `marksOf` has it: instants are PostgreSQL's text. */
type MarkRow = Pick<RowOf<typeof runs>, Exclude<Marked, 'number'>> & { readonly number: number };

/** Runs of a group as one value, newest first; null without any. @param which only the rows where this is true */
export function marksOf(run: Readonly<Record<Marked, unknown>>, which?: SQL): SQL<MarkRow[] | null> {
  const filter = which && text` filter (where ${which})`;
  return text`json_agg(json_build_object(
    'id', ${run.id}, 'number', ${run.number}, 'status', ${run.status}, 'hold', ${run.hold},
    'atBreakpoint', ${run.atBreakpoint},
    'warnings', ${run.warnings},
    'createdAt', ${run.createdAt}, 'startedAt', ${run.startedAt}, 'finishedAt', ${run.finishedAt}
  ) order by ${run.number} desc)${filter}`;
}

export function toMarks(rows: readonly MarkRow[] | null): RunMark[] {
  return (rows ?? []).map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status,
    hold: row.hold,
    ...(row.atBreakpoint ? { atBreakpoint: true } : {}),
    warnings: row.warnings,
    durationMs: durationMs(isoOrNull(row.startedAt), isoOrNull(row.finishedAt)),
    createdAt: isoOf(row.createdAt),
  }));
}
