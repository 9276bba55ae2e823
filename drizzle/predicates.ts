/**
 * Conditions that indexes and queries share: PostgreSQL uses a partial index only for queries with the same condition
 * and constants. They are SQL text over the columns of a table or an alias.
 */

/** Consecutive crashes after which a run is isolated: a worker advances one such run at a time. */
export const ISOLATION_CRASHES = 2;

/** Consecutive crashes after which a run is quarantined until a person resumes it. */
export const QUARANTINE_CRASHES = 3;

/** The SQL of a column. */
type Column = (name: string) => string;

/** A condition over the columns of a table. */
export type Predicate = (column: Column) => string;

/** Runs that have begun and not ended. */
const isActive: Predicate = (c) => `${c('status')} in ('running', 'waiting')`;

/** Runs that have not ended. */
export const isOpen: Predicate = (c) => `${c('status')} in ('pending', 'running', 'waiting')`;

/** Queued runs whose start does not depend on other runs of their pipeline. */
export const isStartable: Predicate = (c) =>
  `${c('status')} = 'pending' and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} < ${ISOLATION_CRASHES} and (${c('concurrency')} = 0 or ${c('cancel_requested')})`;

/** Queued runs whose start depends on the concurrency of their pipeline. */
export const isLimited: Predicate = (c) =>
  `${c('status')} = 'pending' and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('concurrency')} > 0 and not ${c('cancel_requested')}`;

/** Started runs that wait for a time. */
export const isWaking: Predicate = (c) =>
  `${isActive(c)} and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} < ${ISOLATION_CRASHES}`;

/** Isolated and quarantined runs, which crashed their workers. */
export const isIsolated: Predicate = (c) =>
  `${isOpen(c)} and ${c('owner')} is null and ${c('driver')} = 'sql' and ${c('crash_count')} >= ${ISOLATION_CRASHES}`;

/** Runs that count against the concurrency of their pipeline. */
export const isBegun: Predicate = (c) =>
  `${isActive(c)} or ${c('status')} = 'pending' and ${c('owner')} is not null`;

/** Entries of the audit log about reads of secrets: one for each run and secret. */
export const isSecretRead: Predicate = (c) => `${c('action')} = 'secret.read'`;

/** Entries of the audit log except starts of runs, which are the majority. */
export const isRareAction: Predicate = (c) => `${c('action')} <> 'run.started'`;

/** Ended runs whose triggers were not notified yet. */
export const isAnnounced: Predicate = (c) => c('announce');

/** Enabled schedules with a next due time. */
export const isScheduled: Predicate = (c) => `${c('enabled')} and ${c('next_at')} is not null`;

/** Enabled triggers on runs of another pipeline. */
export const isFollowing: Predicate = (c) => `${c('enabled')} and ${c('source_pipeline_id')} is not null`;

/** Models that are being downloaded, or whose download failed; unique for each request. */
export const isUnfinishedModel: Predicate = (c) => `${c('status')} in ('downloading', 'error')`;

/** Entries of the outbox that are not sent yet. */
export const isUnsent: Predicate = (c) => `${c('sent_at')} is null`;

/** A condition in the form for an index of a table. */
export function inIndexOf(table: string, predicate: Predicate): string {
  return predicate((name) => `"${table}"."${name}"`);
}

/** A condition in the form for a query. @param alias of the table @default columns without a table */
export function inQuery(predicate: Predicate, alias?: string): string {
  return predicate((name) => (alias === undefined ? name : `${alias}.${name}`));
}
