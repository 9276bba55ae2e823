import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ActorKind, AuditAction, AuditEvent, SubjectType } from '@/lib/contracts/audit';
import { inIndexOf, isRareAction, isSecretRead } from '../predicates';
import { instant, json, NOW } from './columns';

/**
 * Who did what to which pipeline, run, secret or trigger. Rows are only added: the database refuses every change of them.
 * Nothing refers to other tables, so that entries outlive what they are about. No entry holds the value of a secret.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().default(NOW),
    /** One of `ACTOR_KINDS`. */
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    /** Which trigger or run; null for a person at this machine. */
    actorId: text('actor_id'),
    /** What it was called then. */
    actorName: text('actor_name'),
    /** One of `AUDIT_ACTIONS`. */
    action: text('action').$type<AuditAction>().notNull(),
    subjectType: text('subject_type').$type<SubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    /** What it was called then. */
    subjectName: text('subject_name').notNull(),
    details: json<AuditEvent['details']>('details').notNull(),
  },
  (table) => [
    index('audit_events_subject').on(table.subjectId, table.id),
    // Starts of runs are most of the entries: looking through them needs no index, looking for others does.
    index('audit_events_action')
      .on(table.action, table.id)
      .where(sql.raw(inIndexOf('audit_events', isRareAction))),
    uniqueIndex('audit_events_read')
      .on(table.actorId, table.subjectId)
      .where(sql.raw(inIndexOf('audit_events', isSecretRead))),
  ],
);
