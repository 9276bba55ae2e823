import { and, eq, gte, inArray, isNull, like, lt, not, or, type SQL, sql as text } from 'drizzle-orm';
import { runDigests, runs } from '@/drizzle/schema';
import { HOLD_REASONS } from '@/engine';
import type { RunSearch, SearchTerm } from '@/lib/contracts/run-search/search';
import type { RunFilter } from '@/lib/contracts/runs';
import { isAny, type Rows } from '../../db/rows';

/** Whether a run has a status. A run with a hold has only that one, and one that waits at breakpoints is paused. */
export function hasStatus(filter: RunFilter): SQL | undefined {
  const hold = HOLD_REASONS.find((reason) => reason === filter);
  const isWaiting = and(text`${runs.status} = 'waiting'`, isNull(runs.hold));
  if (hold === 'paused') return or(eq(runs.hold, hold), and(isWaiting, runs.atBreakpoint));
  if (filter === 'waiting') return and(isWaiting, not(runs.atBreakpoint));
  return hold === undefined ? and(text`${runs.status} = ${filter}`, isNull(runs.hold)) : eq(runs.hold, hold);
}

/** Whether a run is found by a search. Terms and phrases are found in runs that have ended. */
export function matchesSearch(db: Rows, search: RunSearch): SQL | undefined {
  const { statuses, triggers, versions, numbers, steps, pipelines, isPinned, after, before } = search;
  const { longerMs, shorterMs } = search;
  return and(
    statuses && or(...statuses.map(hasStatus)),
    triggers && isAny(runs.trigger, triggers),
    versions && inArray(runs.version, [...versions]),
    numbers && inArray(runs.number, [...numbers]),
    steps && isAny(runs.failedStep, steps),
    pipelines && isAny(runs.pipelineId, pipelines),
    isPinned === undefined ? undefined : eq(runs.pinned, isPinned),
    after === undefined ? undefined : gte(runs.createdAt, after),
    before === undefined ? undefined : lt(runs.createdAt, before),
    longerMs === undefined ? undefined : text`${duration} >= ${longerMs}`,
    shorterMs === undefined ? undefined : text`${duration} <= ${shorterMs}`,
    containsTerms(db, search),
  );
}

/** In ms; null before the end. */
const duration = text`extract(epoch from ${runs.finishedAt} - ${runs.startedAt}) * 1000`;

function containsTerms(db: Rows, { terms, phrases }: RunSearch): SQL | undefined {
  if (terms.length === 0) return undefined;
  const found = db
    .select({ id: runDigests.runId })
    .from(runDigests)
    .where(
      and(
        text`${runDigests.terms} @@ ${queryOf(terms)}::text::tsquery`,
        // Measured: with `position` the database expects few matches, and reads a frequent phrase ten times slower.
        ...phrases.map((phrase) => like(runDigests.errors, `%${phrase.replaceAll(/[\\%_]/g, '\\$&')}%`)),
      ),
    );
  return inArray(runs.id, found);
}

/** PostgreSQL, data types: a quoted term is taken as it is. */
function queryOf(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ term, isPrefix }) => {
      const quoted = `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
      return isPrefix ? `${quoted}:*` : quoted;
    })
    .join(' & ');
}
