import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Health, HealthReason, Readiness } from '@/lib/contracts/health';
import type { StorageGuard } from './services/storage-guard';
import { queueDepth } from './store/workers';

/** Time limit for the database to respond before the process counts as not ready, in ms. */
const DATABASE_MS = 2000;

/** What health is read from. */
export interface HealthSources {
  readonly sql: Sql;
  readonly storage: StorageGuard;
  /** Runs that this process executes. */
  readonly activeRuns: () => number;
  readonly closing: AbortSignal;
}

/** The state of the server. @throws when the database does not respond */
export async function healthOf({ sql, storage, activeRuns }: HealthSources): Promise<Health> {
  const [{ pending, oldestPendingMs }, reason] = await Promise.all([queueDepth(sql), storage.reason()]);
  const reasons = reason ? [reason] : [];
  return {
    status: reasons.length === 0 ? 'ok' : 'degraded',
    reasons,
    activeRuns: activeRuns(),
    queue: { pending, oldestPendingMs },
  };
}

/** Whether a balancer should send requests to this process. Never throws. */
export async function readinessOf({ sql, storage, closing }: HealthSources): Promise<Readiness> {
  if (closing.aborted) {
    return notReady([
      { code: 'shutting_down', message: 'This process is shutting down. Send requests to another process.' },
    ]);
  }
  const found = await Promise.all([databaseReason(sql), storage.reason()]);
  const reasons = found.flatMap((reason) => reason ?? []);
  return reasons.length === 0 ? { status: 'ready', reasons } : notReady(reasons);
}

function notReady(reasons: HealthReason[]): Readiness {
  return { status: 'not_ready', reasons };
}

async function databaseReason(sql: Sql): Promise<HealthReason | undefined> {
  const answers = sql`select 1`.then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answers, delay(DATABASE_MS, false, { ref: false })]);
  if (isThere) return undefined;
  return {
    code: 'database_unavailable',
    message: 'The database does not respond. Check that it is running and that DATABASE_URL is correct.',
  };
}
