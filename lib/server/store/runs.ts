import { and, count, desc, eq, isNull, lt, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { pipelines, pipelineVersions, runs, triggers } from '@/drizzle/schema';
import { adviceFor, type JsonObject, type RunStatus } from '@/engine';
import type { RunSearch } from '@/lib/contracts/run-search/search';
import {
  RUN_FILTERS,
  type RunCounts,
  type RunDetail,
  type RunFilter,
  type RunPage,
  type RunSummary,
} from '@/lib/contracts/runs';
import { isAny, type Queries, type RowOf, rowsOf } from '../db/rows';
import { addEntries } from './audit';
import { hasStatus, matchesSearch } from './history/search-conditions';
import { durationMs } from './instants';
import { fixingRunsOf } from './run-family';
import { withLayout } from './versions';

const parent = alias(runs, 'parent');

/** Columns for a list of runs. */
const summaryColumns = {
  id: runs.id,
  number: text<number>`${runs.number}`,
  pipelineId: runs.pipelineId,
  pipelineName: pipelines.name,
  version: runs.version,
  status: runs.status,
  hold: runs.hold,
  atBreakpoint: runs.atBreakpoint,
  createdAt: runs.createdAt,
  startedAt: runs.startedAt,
  finishedAt: runs.finishedAt,
  trigger: runs.trigger,
  triggerId: triggers.id,
  triggerName: triggers.name,
  parentRunId: runs.parentRunId,
  parentNumber: parent.number,
  error: runs.error,
  failedStep: runs.failedStep,
  warnings: runs.warnings,
  pinned: runs.pinned,
};

type SummaryRow = Omit<RunSummary, 'durationMs' | 'error' | 'fixedBy' | 'atBreakpoint'> &
  Pick<RowOf<typeof runs>, 'error' | 'atBreakpoint'>;

/** Excludes the chunks of loops, which are stored as runs. */
const isRun = isNull(runs.chunkOf);

function toSummary(
  { error, atBreakpoint, ...row }: SummaryRow,
  fixing: Awaited<ReturnType<typeof fixingRunsOf>>,
): RunSummary {
  return {
    ...row,
    ...(atBreakpoint ? { atBreakpoint } : {}),
    fixedBy: fixing.get(row.id) ?? null,
    durationMs: durationMs(row.startedAt, row.finishedAt),
    error: error && {
      kind: error.kind,
      message: error.message,
      ...(error.code === undefined ? {} : { code: error.code }),
      ...(error.path === undefined ? {} : { path: error.path }),
      advice: adviceFor(error),
    },
  };
}

/** A page of runs, newest first. `before` is the last run of the previous page. */
export async function listRuns(
  sql: Sql,
  filter: {
    pipeline?: string;
    status?: RunFilter;
    kept?: boolean;
    search?: RunSearch;
    before?: string;
    limit: number;
  },
): Promise<RunPage> {
  const { pipeline, status, kept = false, search, before, limit } = filter;
  const db = rowsOf(sql);
  const rows = await db
    .select(summaryColumns)
    .from(runs)
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .leftJoin(parent, eq(parent.id, runs.parentRunId))
    .leftJoin(triggers, eq(triggers.id, runs.triggerId))
    .where(
      and(
        isRun,
        pipeline === undefined ? undefined : eq(runs.pipelineId, pipeline),
        status && hasStatus(status),
        kept ? runs.pinned : undefined,
        search && matchesSearch(db, search),
        before === undefined ? undefined : await olderThan(sql, before),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const fixing = await fixingRunsOf(sql, failedOf(shown));
  const page = shown.map((row) => toSummary(row, fixing));
  return { runs: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Only a run that failed can be fixed. */
function failedOf(rows: readonly Pick<SummaryRow, 'id' | 'status'>[]): string[] {
  return rows.filter(({ status }) => status === 'failed').map(({ id }) => id);
}

/** The runs that follow a run in a list. If that run was deleted, its id serves instead: ids sort by time. */
async function olderThan(sql: Sql, id: string) {
  // As text: an ISO instant would be truncated to milliseconds.
  const [run] = await rowsOf(sql)
    .select({ createdAt: text<string>`${runs.createdAt}::text` })
    .from(runs)
    .where(eq(runs.id, id));
  if (!run) return lt(runs.id, id);
  return text`(${runs.createdAt}, ${runs.id}) < (${run.createdAt}::text::timestamptz, ${id})`;
}

/** Pins or unpins a run; false when it does not exist. */
export function setPinned(sql: Sql, id: string, pinned: boolean): Promise<boolean> {
  return sql.begin(async (tx) => {
    const db = rowsOf(tx);
    const [run] = await db
      .select({ isPinned: runs.pinned, name: text<string>`${pipelines.name} || ' #' || ${runs.number}` })
      .from(runs)
      .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
      .where(and(eq(runs.id, id), isRun))
      .for('no key update', { of: runs });
    if (!run) return false;
    if (run.isPinned === pinned) return true;
    await db.update(runs).set({ pinned }).where(eq(runs.id, id));
    const action = pinned ? 'run.pinned' : 'run.unpinned';
    await addEntries(tx, { action, subject: 'run' }, [{ id, name: run.name }]);
    return true;
  });
}

/** How many runs each filter selects; counts up to `most` + 1. */
export async function countRuns(
  sql: Sql,
  filter: { pipeline?: string; kept?: boolean; most: number },
): Promise<RunCounts> {
  const { pipeline, kept = false, most } = filter;
  const counts = await Promise.all(
    RUN_FILTERS.map(async (status): Promise<[RunFilter, number]> => {
      const db = rowsOf(sql);
      const found = db
        .select({ one: text`1`.as('one') })
        .from(runs)
        .where(
          and(
            isRun,
            hasStatus(status),
            pipeline === undefined ? undefined : eq(runs.pipelineId, pipeline),
            kept ? runs.pinned : undefined,
          ),
        )
        .limit(most + 1)
        .as('found');
      const [row] = await db.select({ count: count() }).from(found);
      return [status, row?.count ?? 0];
    }),
  );
  return Object.fromEntries(counts) as Record<RunFilter, number>;
}

/** A run with its params and the text of its version. */
export async function findRun(sql: Sql, id: string): Promise<RunDetail | undefined> {
  const [row] = await rowsOf(sql)
    .select({
      ...summaryColumns,
      params: runs.params,
      document: pipelineVersions.document,
      layout: pipelineVersions.layout,
      lastSeq: runs.lastSeq,
      cancelRequested: runs.cancelRequested,
    })
    .from(runs)
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .innerJoin(
      pipelineVersions,
      and(eq(pipelineVersions.pipelineId, runs.pipelineId), eq(pipelineVersions.version, runs.version)),
    )
    .leftJoin(parent, eq(parent.id, runs.parentRunId))
    .leftJoin(triggers, eq(triggers.id, runs.triggerId))
    .where(and(eq(runs.id, id), isRun));
  if (!row) return undefined;
  const { params, document, layout, lastSeq, cancelRequested, ...summary } = row;
  const documentText = withLayout({ document, layout });
  const fixing = await fixingRunsOf(sql, failedOf([summary]));
  return { ...toSummary(summary, fixing), params, documentText, lastSeq, cancelRequested };
}

/** The newest run of a pipeline; undefined without a run. */
export async function newestRun(
  sql: Sql,
  pipelineId: string,
): Promise<{ params: JsonObject; number: number } | undefined> {
  const [row] = await rowsOf(sql)
    .select({ params: runs.params, number: text<number>`${runs.number}` })
    .from(runs)
    .where(and(isRun, eq(runs.pipelineId, pipelineId)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return row;
}

/** The numbers of some runs, null for runs without one; deleted runs are left out. */
export async function numbersOfRuns(
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(sql)
    .select({ id: runs.id, number: runs.number })
    .from(runs)
    .where(isAny(runs.id, ids));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The newest events of some runs, for watchers that may have missed a notification. */
export function runHeads(
  sql: Sql,
  ids: readonly string[],
): Promise<{ id: string; status: RunStatus; lastSeq: number }[]> {
  return rowsOf(sql)
    .select({ id: runs.id, status: runs.status, lastSeq: runs.lastSeq })
    .from(runs)
    .where(isAny(runs.id, ids));
}
