import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import type { JsonObject } from '@/engine';
import type { ActorKind, AuditAction, AuditEvent, SubjectType } from '@/lib/contracts/audit';
import { isoOf } from './instants';

type Queries = Sql | TransactionSql;

/** Who does something. */
export interface Actor {
  readonly kind: ActorKind;
  /** The trigger or run, and its name. */
  readonly id?: string;
  readonly name?: string;
}

/** A person at the pages or the API, as long as there are no accounts. */
const LOCAL: Actor = { kind: 'local' };

/** The server, by its own rules. */
export const SYSTEM: Actor = { kind: 'system' };

interface Entry {
  readonly action: AuditAction;
  readonly subject: SubjectType;
  /** @default a person at this machine */
  readonly actor?: Actor;
}

/**
 * An insert of audit entries, to stand in a `with` of the statement that makes the change: both happen or neither does.
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

/** Details of an entry as a query spells them. */
export function detailsOf(sql: Queries, details: JsonObject) {
  return sql`${JSON.stringify(details)}::text::json`;
}

/** What a run is called in an entry: `r` and `p` are the run and its pipeline. */
export function runName(sql: Queries) {
  return sql`p.name || ' #' || r.number`;
}

/** Which entries. */
export interface AuditFilter {
  readonly actor?: ActorKind | undefined;
  readonly action?: AuditAction | undefined;
  readonly subject?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Entries, newest first. */
export async function listAudit(sql: Sql, filter: AuditFilter): Promise<AuditEvent[]> {
  const { actor, action, subject, from, to, before, limit } = filter;
  const rows = await sql<AuditRow[]>`
    select id::float8 as id, at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", action,
      subject_type as "subjectType", subject_id as "subjectId", subject_name as "subjectName", details
    from audit_events
    where true
      ${before === undefined ? sql`` : sql`and id < ${before}`}
      ${actor === undefined ? sql`` : sql`and actor_kind = ${actor}`}
      ${action === undefined ? sql`` : conditionOf(sql, action)}
      ${subject === undefined ? sql`` : sql`and subject_id = ${subject}`}
      ${from === undefined ? sql`` : sql`and at >= ${from}::text::timestamptz`}
      ${to === undefined ? sql`` : sql`and at < ${to}::text::timestamptz`}
    order by id desc limit ${limit}`;
  return rows.map(toEvent);
}

/** The index of rare actions is used only where the statement says that this is one. */
function conditionOf(sql: Sql, action: AuditAction) {
  return action === 'run.started'
    ? sql`and action = ${action}`
    : sql`and action = ${action} and action <> 'run.started'`;
}

interface AuditRow {
  readonly id: number;
  readonly at: Date | string;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: AuditAction;
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly subjectName: string;
  readonly details: AuditEvent['details'];
}

function toEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    at: isoOf(row.at),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    details: row.details,
  };
}
