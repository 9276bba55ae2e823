import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import { isRareAction } from '@/drizzle/predicates';
import { auditEvents } from '@/drizzle/schema';
import type { JsonObject } from '@/engine';
import type { ActorKind, AuditAction, AuditEvent, SubjectType } from '@/lib/contracts/audit';
import { type Queries, rowsOf } from '../db/rows';
import { condition } from './where';

/** The author of an audited change. */
export interface Actor {
  readonly kind: ActorKind;
  /** Of the trigger or run. */
  readonly id?: string;
  readonly name?: string;
}

/** A caller of the pages or the API: there are no accounts yet. */
const LOCAL: Actor = { kind: 'local' };

/** The server itself, such as retention. */
export const SYSTEM: Actor = { kind: 'system' };

export interface Entry {
  readonly action: AuditAction;
  readonly subject: SubjectType;
  /** @default `local` */
  readonly actor?: Actor;
}

/**
 * An insert of audit entries for a `with` of the statement that makes the change, so that both are committed
 * together.
 * @param rows a query of ids, names and details (json) of what was changed
 */
export function auditOf(sql: Queries, { action, subject, actor = LOCAL }: Entry, rows: PendingQuery<Row[]>) {
  return sql`
    insert into audit_events
      (actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name, details)
    select ${actor.kind}, ${actor.id ?? null}::text, ${actor.name ?? null}::text, ${action}, ${subject},
      s.id, s.name, s.details
    from (${rows}) as s(id, name, details)`;
}

/** What an entry is about. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  /** @default none */
  readonly details?: JsonObject;
}

/** Adds an entry for each subject, in the transaction of the change. */
export async function addEntries(
  tx: TransactionSql,
  { action, subject, actor = LOCAL }: Entry,
  subjects: readonly Subject[],
): Promise<void> {
  if (subjects.length === 0) return;
  const { kind, id = null, name = null } = actor;
  const entry = { actorKind: kind, actorId: id, actorName: name, action, subjectType: subject };
  await rowsOf(tx)
    .insert(auditEvents)
    .values(
      subjects.map((each) => ({
        ...entry,
        subjectId: each.id,
        subjectName: each.name,
        details: each.details ?? {},
      })),
    );
}

/** Makes a change and adds its entries, both or neither. @returns whether anything was changed */
export async function audited(
  sql: Sql,
  entry: Entry,
  change: (tx: TransactionSql) => Promise<readonly Subject[]>,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const subjects = await change(tx);
    await addEntries(tx, entry, subjects);
    return subjects.length > 0;
  });
}

/** Details of an entry as a parameter of a query. */
export function detailsOf(sql: Queries, details: JsonObject) {
  return sql`${JSON.stringify(details)}::text::json`;
}

/** The name of a run in an entry; `r` and `p` are the tables of the run and its pipeline. */
export function runName(sql: Queries) {
  return sql`p.name || ' #' || r.number`;
}

export interface AuditFilter {
  readonly actor?: ActorKind | undefined;
  readonly action?: AuditAction | undefined;
  readonly subject?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only entries older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Entries, newest first. */
export async function listAudit(sql: Sql, filter: AuditFilter): Promise<AuditEvent[]> {
  const { actor, action, subject, from, to, before, limit } = filter;
  const rows = await rowsOf(sql)
    .select()
    .from(auditEvents)
    .where(
      and(
        before === undefined ? undefined : lt(auditEvents.id, before),
        actor && eq(auditEvents.actorKind, actor),
        action && conditionOf(action),
        subject === undefined ? undefined : eq(auditEvents.subjectId, subject),
        from === undefined ? undefined : gte(auditEvents.at, from),
        to === undefined ? undefined : lt(auditEvents.at, to),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit);
  return rows.map(toEvent);
}

/** PostgreSQL uses the partial index of rare actions only if the statement repeats its condition. */
function conditionOf(action: AuditAction) {
  const isAction = eq(auditEvents.action, action);
  return action === 'run.started' ? isAction : and(isAction, condition(isRareAction));
}

function toEvent(row: typeof auditEvents.$inferSelect): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    details: row.details,
  };
}
