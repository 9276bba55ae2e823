import type { Sql, TransactionSql } from 'postgres';
import type { runs } from '@/drizzle/schema';
import type { RowOf } from '../db/rows';
import { auditOf, runName, SYSTEM } from './audit';

/** The advisory lock for removing runs: an arbitrary number that must never change. */
const REMOVAL_LOCK = 4714;

/** Limits of one transaction, exactly for runs and roughly for events: about ten milliseconds of work. */
const BATCH_RUNS = 50;
const BATCH_EVENTS = 5000;

/** Versions removed in one statement. */
const BATCH_VERSIONS = 50;

/** Payloads checked in one statement. */
const BATCH_PAYLOADS = 1000;

/** Which runs of a pipeline may be removed: those that exceed either limit. */
export interface RemovalRule {
  readonly pipelineId: string;
  /** Age since the end of the run. */
  readonly keepDays: number;
  /** Newest runs that stay. */
  readonly keepCount: number;
}

/** Which versions of a pipeline may be removed: those that exceed both limits. */
export interface VersionRule {
  readonly pipelineId: string;
  /** Age of the version. */
  readonly keepDays: number;
  /** Newest versions that stay. */
  readonly keepCount: number;
}

/** A pipeline with runs, and the retention settings of its current version. */
export interface KeepSettings {
  readonly id: string;
  /** Unvalidated value of the document. */
  readonly keepDays: unknown;
  readonly keepCount: unknown;
}

/** The result of one transaction. `more`: call again; `busy`: another process is removing. */
export interface Removed {
  readonly runs: number;
  readonly outcome: 'more' | 'done' | 'busy';
}

/**
 * Pipelines that ever had a run or a second version, including deleted ones, in pages after an id. Hand-written SQL: only
 * documents that contain the settings are parsed.
 */
export async function pipelinesToSweep(sql: Sql, after: string, limit: number): Promise<KeepSettings[]> {
  return sql<KeepSettings[]>`
    with page as (
      select p.id, case when v.document like '%"keep_%' then v.document::json -> 'settings' end as settings
      from pipelines p join pipeline_versions v on v.pipeline_id = p.id and v.version = p.version
      where p.id > ${after} and (p.last_run_number > 0 or p.version > 1)
      order by p.id limit ${limit}
    )
    select id, settings -> 'keep_days' as "keepDays", settings -> 'keep_runs' as "keepCount" from page order by id`;
}

/**
 * Removes the oldest runs that a rule selects, a bounded number of rows in one transaction. Keeps runs that
 * are active or pinned, have an active chunk, or whose triggers or driver are still to be notified. Skips
 * runs that another transaction has locked. Hand-written SQL, as below: it locks and skips rows.
 */
export async function removeRuns(sql: Sql, rule: RemovalRule): Promise<Removed> {
  return sql.begin(async (tx): Promise<Removed> => {
    const [lock] = await tx<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${REMOVAL_LOCK}) as taken`;
    if (!lock?.taken) return { runs: 0, outcome: 'busy' };
    const oldest = await lockOldest(tx, rule);
    const [first] = oldest;
    if (!first) return { runs: 0, outcome: 'done' };
    // The chunks of a run are deleted before the run.
    const parts = await lockParts(tx, first.id);
    const [next = first] = parts;
    if (next.lastSeq > BATCH_EVENTS) {
      await shorten(tx, next.id, next.lastSeq - BATCH_EVENTS);
      return { runs: 0, outcome: 'more' };
    }
    if (parts.length > 0) {
      await remove(tx, upTo(BATCH_EVENTS, parts));
      return { runs: 0, outcome: 'more' };
    }
    const whole = await withoutParts(tx, upTo(BATCH_EVENTS, oldest));
    await remove(tx, whole);
    return { runs: whole.length, outcome: 'more' };
  });
}

/**
 * Removes the oldest versions that a rule selects, a bounded number in one statement. Keeps the newest
 * version, named versions, and versions that have runs.
 */
export async function removeVersions(sql: Sql, rule: VersionRule): Promise<number> {
  const { pipelineId, keepDays, keepCount } = rule;
  const rows = await sql`
    with newest as (
      select version from pipeline_versions where pipeline_id = ${pipelineId}
      order by version desc limit ${Math.max(1, keepCount)}
    ),
    unused as (
      select v.version from pipeline_versions v
      where v.pipeline_id = ${pipelineId} and v.name is null
        and v.created_at < now() - ${keepDays} * interval '1 day'
        and v.version not in (select version from newest)
        and not exists (select from runs r where r.pipeline_id = v.pipeline_id and r.version = v.version)
      order by v.version limit ${BATCH_VERSIONS}
      for update skip locked
    )
    delete from pipeline_versions v using unused u
    where v.pipeline_id = ${pipelineId} and v.version = u.version returning v.version`;
  return rows.length;
}

type Candidate = Pick<RowOf<typeof runs>, 'id' | 'lastSeq'>;

/** A run ends after its creation, so the index on the creation time finds runs that ended long ago. */
async function lockOldest(tx: TransactionSql, rule: RemovalRule): Promise<Candidate[]> {
  const { pipelineId, keepDays, keepCount } = rule;
  const endedBefore = tx`now() - ${keepDays} * interval '1 day'`;
  // As text: a JavaScript date would lose the microseconds.
  const [surplus = { createdAt: '-infinity', id: '' }] = await tx<{ createdAt: string; id: string }[]>`
    select created_at::text as "createdAt", id from runs
    where pipeline_id = ${pipelineId} and chunk_of is null
    order by created_at desc, id desc offset ${keepCount} limit 1`;
  const surplusAt = tx`${surplus.createdAt}::text::timestamptz`;
  return tx<Candidate[]>`
    select r.id, r.last_seq as "lastSeq" from runs r
    where r.pipeline_id = ${pipelineId} and r.chunk_of is null
      and r.created_at <= greatest(${endedBefore}, ${surplusAt})
      and (r.finished_at < ${endedBefore} or (r.created_at, r.id) <= (${surplusAt}, ${surplus.id}))
      and r.finished_at is not null and r.owner is null and not r.pinned and not r.announce
      and not exists (select from runs c where c.chunk_of = r.id and c.finished_at is null)
      and not exists (select from outbox o where o.run_id = r.id and o.sent_at is null)
    order by r.created_at, r.id limit ${BATCH_RUNS}
    for update of r skip locked`;
}

function lockParts(tx: TransactionSql, runId: string) {
  return tx<Candidate[]>`
    select id, last_seq as "lastSeq" from runs where chunk_of = ${runId}
    order by id limit ${BATCH_RUNS} for update`;
}

/** The first candidates that together have about this many events. */
function upTo(events: number, candidates: readonly Candidate[]): string[] {
  let sum = 0;
  return candidates.flatMap(({ id, lastSeq }) => {
    sum += lastSeq;
    return sum <= events ? [id] : [];
  });
}

/** The runs without chunks. A run with chunks is removed alone, as the first of a batch. */
async function withoutParts(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from unnest(${[...ids]}::text[]) as r(id)
    where not exists (select from runs c where c.chunk_of = r.id)`;
  return rows.map(({ id }) => id);
}

/** Deletes events from the end of a long journal, so that the rest never has a gap. */
async function shorten(tx: TransactionSql, runId: string, lastSeq: number): Promise<void> {
  await tx`delete from run_events where run_id = ${runId} and seq > ${lastSeq}`;
  await tx`
    delete from run_payloads where run_id = ${runId}
      and hash in (select hash from run_payloads where run_id = ${runId} limit ${BATCH_EVENTS})`;
  await tx`update runs set last_seq = ${lastSeq} where id = ${runId}`;
}

/** Rows that refer to a run are deleted first. Unreferenced contents are removed by a separate sweep. */
async function remove(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  const gone = tx`any(${[...ids]}::text[])`;
  await tx`delete from run_events where run_id = ${gone}`;
  await tx`delete from run_payloads where run_id = ${gone}`;
  await tx`delete from files where run_id = ${gone}`;
  await tx`delete from notices where run_id = ${gone}`;
  await tx`delete from run_commands where run_id = ${gone}`;
  await tx`delete from outbox where run_id = ${gone}`;
  await tx`update trigger_firings set run_id = null where run_id = ${gone}`;
  await tx`
    with removed as (
      delete from runs where id = ${gone} returning id, number, pipeline_id, chunk_of
    )
    ${auditOf(
      tx,
      { action: 'run.deleted', subject: 'run', actor: SYSTEM },
      tx`
        select r.id, ${runName(tx)}, json_build_object('pipeline_id', r.pipeline_id, 'reason', 'retention')
        from removed r join pipelines p on p.id = r.pipeline_id where r.chunk_of is null`,
    )}`;
}

/**
 * Removes unreferenced payloads, one page after a hash; returns the last hash of the page, or undefined after
 * the last page. A payload that a journal is about to link again is locked or young, since journals renew the
 * age of payloads that they find stored.
 */
export async function removePayloads(
  sql: Sql,
  after: string,
  minAgeMinutes: number,
): Promise<{ last: string | undefined; removed: number }> {
  const [row] = await sql<{ last: string | null; removed: number }[]>`
    with page as (select hash from payloads where hash > ${after} order by hash limit ${BATCH_PAYLOADS}),
    unused as (
      select p.hash from payloads p join page on page.hash = p.hash
      where p.created_at < now() - ${minAgeMinutes} * interval '1 minute'
        and not exists (select from run_payloads l where l.hash = p.hash)
      for update of p skip locked
    ),
    gone as (delete from payloads p using unused u where p.hash = u.hash returning p.hash)
    select (select max(hash) from page) as last, (select count(*)::int from gone) as removed`;
  return { last: row?.last ?? undefined, removed: row?.removed ?? 0 };
}
