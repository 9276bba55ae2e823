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
 * Runs: a projection of the journal, written in the same statement as the events, and the lease. A run is leased while
 * `owner` is set and `lease_until` is in the future; `epoch` fences earlier owners.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    /** Counts from 1 within the pipeline; null for a chunk of a loop. */
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
    /** The worker that advances the run. */
    owner: text('owner'),
    /** Incremented by every claim. */
    epoch: integer('epoch').notNull().default(0),
    leaseUntil: instant('lease_until'),
    /** When a run without owner may be claimed; null while it waits for a person. */
    wakeAt: instant('wake_at'),
    /** Limit of concurrent runs of the pipeline; 0 for no limit. */
    concurrency: integer('concurrency').notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** Number of commands. A worker that releases the run compares it with the commands that it has applied. */
    commandCount: integer('command_count').notNull().default(0),
    /** 0 to 100: claimable runs with a higher priority are claimed first. */
    priority: smallint('priority').notNull().default(0),
    /** Idempotency key of the sender, unique within the pipeline. */
    idempotencyKey: text('idempotency_key'),
    /** The trigger that fired. */
    triggerId: text('trigger_id'),
    /** The payload of the delivery, such as a due time or the run that ended. */
    origin: json<Json>('origin'),
    /** Consecutive leases of the run that expired before one of its steps ended. */
    crashCount: integer('crash_count').notNull().default(0),
    /** The newest epoch that was counted as a crash. An owner that turns out to be alive subtracts only that one. */
    crashedEpoch: integer('crashed_epoch'),
    /** Why the run waits for a person: `paused` or `quarantined`. */
    hold: text('hold').$type<HoldReason>(),
    /** Whether it waits only for decisions at breakpoints. */
    atBreakpoint: boolean('at_breakpoint').notNull().default(false),
    /** Whether the run is exempt from retention. */
    pinned: boolean('pinned').notNull().default(false),
    /** Whether the run has ended and triggers of other pipelines have not been notified. */
    announce: boolean('announce').notNull().default(false),
    /** The driver of the run: `sql` or `restate`. */
    driver: text('driver').notNull().default('sql'),
    /**
     * Version of the rules of the engine at the start of the run. A worker advances only runs with a known protocol.
     */
    protocol: smallint('protocol').notNull().default(1),
    /** The parent run of a chunk of a loop. */
    chunkOf: text('chunk_of'),
    /** The loop and the chunk. */
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
    // The indexes of claims, `lib/server/store/claims.ts`: each has only the runs that may be claimed that way,
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
    // Rare runs among many: listing and counting them must not read all others.
    index('runs_unsuccessful')
      .on(table.status, table.createdAt, table.id)
      .where(sql`${table.status} in ('failed', 'cancelled')`),
    index('runs_pinned').on(table.createdAt, table.id).where(sql`${table.pinned}`),
    index('runs_leased').on(table.leaseUntil).where(sql`${table.owner} is not null`),
  ],
);
