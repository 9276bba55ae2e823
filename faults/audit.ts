import type { Sql } from 'postgres';

/**
 * Records with triggers which process changed a run or wrote an event, and when. Processes are identified by
 * the `application_name` of their connections. Row locks keep the lines of one run in order.
 */
export async function installAudit(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table harness_runs (
      n bigint generated always as identity, at timestamptz not null default clock_timestamp(),
      app text not null default current_setting('application_name'), run_id text not null,
      old_status text, status text not null, old_owner text, owner text, old_epoch int, epoch int not null,
      old_lease timestamptz, hold text, last_seq int not null);
    create table harness_events (
      n bigint generated always as identity, at timestamptz not null default clock_timestamp(),
      app text not null default current_setting('application_name'), run_id text not null, seq int not null,
      owner text, epoch int);
    create function audit_run() returns trigger language plpgsql as $$ begin
      insert into harness_runs (run_id, old_status, status, old_owner, owner, old_epoch, epoch, old_lease, hold, last_seq)
      values (new.id, old.status, new.status, old.owner, new.owner, old.epoch, new.epoch, old.lease_until, new.hold,
        new.last_seq);
      return null; end $$;
    create trigger audit_run after update on runs for each row when (
      old.owner is distinct from new.owner or old.status is distinct from new.status
      or old.epoch is distinct from new.epoch or old.hold is distinct from new.hold or old.last_seq > new.last_seq
    ) execute function audit_run();
    create function audit_event() returns trigger language plpgsql as $$ begin
      insert into harness_events (run_id, seq) values (new.run_id, new.seq);
      return null; end $$;
    create trigger audit_event after insert on run_events for each row execute function audit_event();`);
}

/** A change of a run's row. */
export interface AuditedMove {
  readonly n: number;
  /** Ms since 1970 by the database's clock. */
  readonly at: number;
  readonly app: string;
  readonly runId: string;
  readonly oldStatus: string;
  readonly status: string;
  readonly oldOwner: string | null;
  readonly owner: string | null;
  readonly oldEpoch: number;
  readonly epoch: number;
  readonly oldLease: number | null;
  readonly hold: string | null;
}

/** A written event. */
export interface AuditedEvent {
  readonly at: number;
  readonly app: string;
  readonly runId: string;
  readonly seq: number;
}

/** All records so far, in order. */
export async function readAudit(
  sql: Sql,
): Promise<{ moves: readonly AuditedMove[]; events: readonly AuditedEvent[] }> {
  const moves = await sql<AuditedMove[]>`
    select n::int, (extract(epoch from at) * 1000)::float8 as at, app, run_id as "runId", old_status as "oldStatus",
      status, old_owner as "oldOwner", owner, old_epoch as "oldEpoch", epoch,
      (extract(epoch from old_lease) * 1000)::float8 as "oldLease", hold
    from harness_runs order by n`;
  const events = await sql<AuditedEvent[]>`
    select (extract(epoch from at) * 1000)::float8 as at, app, run_id as "runId", seq from harness_events order by n`;
  return { moves, events };
}
