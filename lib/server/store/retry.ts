import { setTimeout as delay } from 'node:timers/promises';

/**
 * Deadlock, serialization failure, too many connections, and a restarting server. PostgreSQL, appendix A:
 * classes 40, 53 and 57.
 */
const RETRYABLE_STATES = new Set(['40P01', '40001', '53300', '57P01', '57P02', '57P03']);

/** Codes of postgres.js and Node for a lost or failed connection. */
const CONNECTION_LOSS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Delays between attempts, in ms: about 6 s in total, longer than a restart of the database server. */
const DELAYS_MS = [5, 20, 80, 250, 500, 1000, 2000, 2000];

/** Longest delay between attempts of `retryWhile`, in ms. */
const LONGEST_DELAY_MS = 2000;

/** Whether the same statement may succeed when it is sent again. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (RETRYABLE_STATES.has(code) || CONNECTION_LOSS.has(code));
}

/** Whether this process has closed its connections, because it stops. */
export function isStopping(error: unknown): boolean {
  return codeOf(error) === 'CONNECTION_ENDED';
}

/** Whether a row refers to a deleted row. PostgreSQL, appendix A: foreign_key_violation. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/**
 * Repeats an idempotent statement after deadlocks and lost connections.
 * @throws the last error after the last attempt
 */
export async function retrying<T>(statement: () => Promise<T>): Promise<T> {
  return retryWhile(statement, (tries) => tries <= DELAYS_MS.length);
}

/**
 * Repeats an idempotent statement after deadlocks and lost connections while `isWanted` returns true.
 * @throws the last error
 */
export async function retryWhile<T>(
  statement: () => Promise<T>,
  isWanted: (tries: number) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await statement();
    } catch (error) {
      if (!isTransient(error) || !isWanted(tries)) throw error;
      await delay(jittered(DELAYS_MS[tries - 1] ?? LONGEST_DELAY_MS));
    }
  }
}

/** A random time between 0.5 and 1.5 times `ms`, so that clients do not reconnect simultaneously. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
