import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { tryLockConnection } from '../advisory-locks';
import { connectOnce } from './connection';
import { codeOf } from './error';

const NAME_PREFIX = 'pipewright owner pid=';
const RETRY_MS = 200;
const ANSWER_LIMIT_MS = 15_000;

/** Shows other processes that this one owns the server. */
export interface OwnerSession {
  readonly sql: Sql;
  release(): Promise<void>;
}

/** The process that owns a server. */
export interface Owner {
  /** As people read it. */
  readonly name: string;
  /** Undefined when the server no longer lists it. */
  readonly pid: number | undefined;
}

/** The result of claiming the server behind a socket folder. */
export type Claim =
  | { readonly kind: 'absent' }
  /** The server is starting or stopping. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'taken'; readonly owner: Owner }
  | { readonly kind: 'held'; readonly session: OwnerSession };

const ownerRow = z.array(z.object({ name: z.string(), since: z.date() }));

async function findOwner(sql: Sql): Promise<Owner> {
  const rows = await sql`
    select application_name as name, backend_start as since from pg_stat_activity
    where application_name like ${`${NAME_PREFIX}%`} and pid <> pg_backend_pid()
    order by backend_start limit 1`;
  const [owner] = ownerRow.parse([...rows]);
  if (!owner) return { name: 'another process', pid: undefined };
  const pid = owner.name.slice(NAME_PREFIX.length);
  return { name: `pid ${pid} since ${owner.since.toISOString()}`, pid: Number(pid) };
}

function classify(error: unknown): Claim | undefined {
  const code = codeOf(error) ?? '';
  if (['ENOENT', 'ECONNREFUSED'].includes(code)) return { kind: 'absent' };
  const transient = [
    '57P03',
    '57P01',
    '57P02',
    'ECONNRESET',
    'EPIPE',
    'CONNECTION_CLOSED',
    'CONNECT_TIMEOUT',
  ];
  return transient.includes(code) ? { kind: 'busy' } : undefined;
}

/** Holds the lock across reconnects until it is released. */
class LockSession implements OwnerSession {
  readonly sql: Sql;
  #isReleased = false;
  #isRetaking = false;

  constructor(folder: string) {
    this.sql = connectOnce(folder, `${NAME_PREFIX}${process.pid}`, () => void this.#retake());
  }

  async #retake(): Promise<void> {
    if (this.#isReleased || this.#isRetaking) return;
    this.#isRetaking = true;
    while (!this.#isReleased) {
      await delay(RETRY_MS);
      const isLocked = !this.#isReleased && (await tryLockConnection(this.sql, 'owner').catch(() => false));
      if (isLocked) break;
    }
    this.#isRetaking = false;
  }

  /** Tries once, without the retries of a session that had the lock before. */
  async claim(): Promise<Claim> {
    this.#isRetaking = true;
    try {
      const isLocked = await Promise.race([
        tryLockConnection(this.sql, 'owner'),
        delay(ANSWER_LIMIT_MS, undefined, { ref: false }),
      ]);
      if (isLocked === undefined) return { kind: 'busy' };
      if (isLocked) return { kind: 'held', session: this };
      return { kind: 'taken', owner: await findOwner(this.sql) };
    } catch (error) {
      const claim = classify(error);
      if (claim) return claim;
      throw error;
    } finally {
      this.#isRetaking = false;
    }
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.sql.end({ timeout: 1 });
  }
}

/** Connects to the server and claims it, even when no file indicates that a server runs. */
export async function claimOwnership(folder: string): Promise<Claim> {
  const session = new LockSession(folder);
  let claim: Claim | undefined;
  try {
    claim = await session.claim();
    return claim;
  } finally {
    if (claim?.kind !== 'held') await session.release();
  }
}
