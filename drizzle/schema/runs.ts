import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Failure, HoldReason, Json, JsonObject, RunStatus, RunWarnings } from '@/engine';
import type { Trigger } from '@/lib/contracts/runs';
import { inIndexOf, isAnnounced, isBegun, isIsolated, isLimited, isStartable, isWaking } from '../predicates';
import { instant, json } from './columns';
import { pipelineVersions } from './pipeline-versions';

/**
 * A run: a projection of its journal, written in the same statement as the events, and who is advancing it.
 * Owned while `owner` is set and `lease_until` lies ahead; `epoch` fences off earlier owners.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    /** Counts from 1 within its pipeline; null for a part of a loop, which is nobody's run. */
    number: integer('number'),
    pipelineId: text('pipeline_id').notNull(),
    version: integer('version').notNull(),
    status: text('status').$type<RunStatus>().notNull(),
    /** `json`, not `jsonb`: keys keep their order. */
    params: json<JsonObject>('params').notNull(),
    parentRunId: text('parent_run_id'),
    trigger: text('trigger').$type<Trigger>().notNull(),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    error: json<Failure>('error'),
    failedStep: text('failed_step'),
    /** Failures and skips of a completed run that did not fail it; null without any. */
    warnings: json<RunWarnings>('warnings'),
    /** Sequence number of the newest event. */
    lastSeq: integer('last_seq').notNull(),
    /** The worker that advances it. */
    owner: text('owner'),
    /** Incremented by every claim. */
    epoch: integer('epoch').notNull().default(0),
    leaseUntil: instant('lease_until'),
    /** While nobody owns it: when it may be claimed; null while it waits for a person. */
    wakeAt: instant('wake_at'),
    /** How many runs of the pipeline may be under way for this one to begin; 0 for any number. */
    concurrency: integer('concurrency').notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** Commands given so far; an owner that parks compares it with what it has seen. */
    commandCount: integer('command_count').notNull().default(0),
    /** 0 to 100: of runs that may go on, those with a higher one go first. */
    priority: smallint('priority').notNull().default(0),
    /** What the sender of the run calls it: the same key never makes a second run of the pipeline. */
    idempotencyKey: text('idempotency_key'),
    /** The trigger that fired. */
    triggerId: text('trigger_id'),
    /** What the trigger was told: a due time, a run that ended. */
    origin: json<Json>('origin'),
    /** Leases in a row that ran out while this run was held, without one of its steps ending meanwhile. */
    crashCount: integer('crash_count').notNull().default(0),
    /** The newest epoch that was counted as a crash: its owner, found alive, takes just that back. */
    crashedEpoch: integer('crashed_epoch'),
    /** Why nobody advances it until a person says so: `paused` or `quarantined`. */
    hold: text('hold').$type<HoldReason>(),
    /** Stays, whatever the retention rules say. */
    pinned: boolean('pinned').notNull().default(false),
    /** Has ended, and pipelines that start after it have not been told. */
    announce: boolean('announce').notNull().default(false),
    /** What advances it: `sql` or `restate`. */
    driver: text('driver').notNull().default('sql'),
    /** The engine's rules it began under; a worker advances only runs whose rules it knows. */
    protocol: smallint('protocol').notNull().default(1),
    /** The run whose loop this run carries out a part of. */
    chunkOf: text('chunk_of'),
    /** Which part of which loop. */
    chunkKey: text('chunk_key'),
  },
  (table) => [
    foreignKey({
      name: 'runs_version_fk',
      columns: [table.pipelineId, table.version],
      foreignColumns: [pipelineVersions.pipelineId, pipelineVersions.version],
    }),
    uniqueIndex('runs_number').on(table.pipelineId, table.number),
    index('runs_created').on(table.createdAt, table.id),
    index('runs_of_pipeline').on(table.pipelineId, table.createdAt, table.id),
    index('runs_of_parent').on(table.parentRunId).where(sql`${table.parentRunId} is not null`),
    // What a claim looks through, `lib/server/store/claims.ts`: each of these has only runs that may be claimed that way,
    // so that a claim costs the same whatever else is stored.
    index('runs_startable')
      .on(table.priority, table.pipelineId, table.wakeAt, table.id)
      .where(sql.raw(inIndexOf('runs', isStartable))),
    index('runs_limited')
      .on(table.pipelineId, table.priority.desc(), table.number)
      .where(sql.raw(inIndexOf('runs', isLimited))),
    index('runs_waking')
      .on(table.wakeAt)
      .where(sql.raw(inIndexOf('runs', isWaking))),
    index('runs_suspect')
      .on(table.wakeAt)
      .where(sql.raw(inIndexOf('runs', isIsolated))),
    index('runs_begun')
      .on(table.pipelineId)
      .where(sql.raw(inIndexOf('runs', isBegun))),
    index('runs_held').on(table.pipelineId).where(sql`${table.hold} is not null`),
    uniqueIndex('runs_idempotency')
      .on(table.pipelineId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    uniqueIndex('runs_chunks').on(table.chunkOf, table.chunkKey).where(sql`${table.chunkOf} is not null`),
    index('runs_announced')
      .on(table.finishedAt)
      .where(sql.raw(inIndexOf('runs', isAnnounced))),
    index('runs_of_trigger').on(table.triggerId, table.createdAt).where(sql`${table.triggerId} is not null`),
    index('runs_aging').on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    // Rare among many: to list and count them must not take reading all others.
    index('runs_unsuccessful')
      .on(table.status, table.createdAt, table.id)
      .where(sql`${table.status} in ('failed', 'cancelled')`),
    index('runs_pinned').on(table.createdAt, table.id).where(sql`${table.pinned}`),
    index('runs_leased').on(table.leaseUntil).where(sql`${table.owner} is not null`),
  ],
);
