import { sql } from 'drizzle-orm';
import { bigserial, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Who did what to which pipeline, run, secret or trigger. Rows are only added: the database refuses every change of them.
 * Nothing refers to other tables, so that entries outlive what they are about. No entry holds the value of a secret.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** One of `ACTOR_KINDS`. */
    actorKind: text('actor_kind').notNull(),
    /** Which trigger or run; null for a person at this machine. */
    actorId: text('actor_id'),
    /** What it was called then. */
    actorName: text('actor_name'),
    /** One of `AUDIT_ACTIONS`. */
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    /** What it was called then. */
    subjectName: text('subject_name').notNull(),
    details: json('details').notNull(),
  },
  (table) => [
    index('audit_events_subject').on(table.subjectId, table.id),
    // Starts of runs are most of the entries: looking through them needs no index, looking for others does.
    index('audit_events_action').on(table.action, table.id).where(sql`${table.action} <> 'run.started'`),
    uniqueIndex('audit_events_read')
      .on(table.actorId, table.subjectId)
      .where(sql`${table.action} = 'secret.read'`),
  ],
);
