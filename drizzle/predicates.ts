/**
 * Conditions that indexes and queries share: a partial index serves a query only where PostgreSQL sees the same condition,
 * with the same constants. They are SQL text over the columns of a table, written for its name or an alias.
 */

/** Crashes in a row after which a run is isolated: a worker advances one such run at a time. */
export const ISOLATION_CRASHES = 2;

/** Crashes in a row after which a run is not advanced until a person says so. */
export const QUARANTINE_CRASHES = 3;

/** Spells a column. */
type Column = (name: string) => string;

/** A condition over the columns of a table. */
export type Predicate = (column: Column) => string;

/** Runs that have begun and not ended. */
const isActive: Predicate = (c) => `${c('status')} in ('running', 'waiting')`;

/** Runs that have not ended. */
export const isOpen: Predicate = (c) => `${c('status')} in ('pending', 'running', 'waiting')`;

/** Runs that wait to begin and need not count the others of their pipeline. */
export const isStartable: Predicate = (c) =>
  `${c('status')} = 'pending' and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} < ${ISOLATION_CRASHES} and (${c('concurrency')} = 0 or ${c('cancel_requested')})`;

/** Runs that wait to begin while few enough of their pipeline are under way. */
export const isLimited: Predicate = (c) =>
  `${c('status')} = 'pending' and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('concurrency')} > 0 and not ${c('cancel_requested')}`;

/** Runs that have begun and wait for their time. */
export const isWaking: Predicate = (c) =>
  `${isActive(c)} and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} < ${ISOLATION_CRASHES}`;

/** Runs that crashed their workers. */
export const isIsolated: Predicate = (c) =>
  `${isOpen(c)} and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} >= ${ISOLATION_CRASHES}`;

/** Runs that count against the concurrency of their pipeline. */
export const isBegun: Predicate = (c) =>
  `${isActive(c)} or ${c('status')} = 'pending' and ${c('owner')} is not null`;

/** Entries of the audit log about reads of secrets: one for each run and secret. */
export const isSecretRead: Predicate = (c) => `${c('action')} = 'secret.read'`;

/** Entries of the audit log but starts of runs, which are most of them. */
export const isRareAction: Predicate = (c) => `${c('action')} <> 'run.started'`;

/** Ended runs whose triggers were not notified yet. */
export const isAnnounced: Predicate = (c) => c('announce');

/** Schedules with a time to come. */
export const isScheduled: Predicate = (c) => `${c('enabled')} and ${c('next_at')} is not null`;

/** Triggers that wait for runs of another pipeline. */
export const isFollowing: Predicate = (c) => `${c('enabled')} and ${c('source_pipeline_id')} is not null`;

/** Models that are being downloaded, or whose download failed: one for each request. */
export const isUnfinishedModel: Predicate = (c) => `${c('status')} in ('downloading', 'error')`;

/** A condition as an index of a table states it. */
export function inIndexOf(table: string, predicate: Predicate): string {
  return predicate((name) => `"${table}"."${name}"`);
}

/** A condition as a query states it. @param alias of the table; none where its columns are the only ones */
export function inQuery(predicate: Predicate, alias?: string): string {
  return predicate((name) => (alias === undefined ? name : `${alias}.${name}`));
}
