import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ActorKind, AuditAction, AuditEvent, SubjectType } from '@/lib/contracts/audit';
import { inIndexOf, isRareAction, isSecretRead } from '../predicates';
import { instant, json, NOW } from './columns';

/**
 * The audit log: who changed which pipeline, run, secret or trigger. Append-only: the database refuses changes of rows.
 * Without foreign keys, so that entries outlive their subjects. No entry contains the value of a secret.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().default(NOW),
    /** One of `ACTOR_KINDS`. */
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    /** Id of the trigger or run; null for the local user. */
    actorId: text('actor_id'),
    /** Name at that time. */
    actorName: text('actor_name'),
    /** One of `AUDIT_ACTIONS`. */
    action: text('action').$type<AuditAction>().notNull(),
    subjectType: text('subject_type').$type<SubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    /** Name at that time. */
    subjectName: text('subject_name').notNull(),
    details: json<AuditEvent['details']>('details').notNull(),
  },
  (table) => [
    index('audit_events_subject').on(table.subjectId, table.id),
    // Most entries are starts of runs. The others need an index, because a search would read all starts.
    index('audit_events_action')
      .on(table.action, table.id)
      .where(sql.raw(inIndexOf('audit_events', isRareAction))),
    uniqueIndex('audit_events_read')
      .on(table.actorId, table.subjectId)
      .where(sql.raw(inIndexOf('audit_events', isSecretRead))),
  ],
);
