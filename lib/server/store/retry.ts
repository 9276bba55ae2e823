import { setTimeout as delay } from 'node:timers/promises';

/**
 * Deadlock, serialization failure, no connection left for now, and a server that is restarting. PostgreSQL, appendix A:
 * classes 40, 53 and 57.
 */
const RETRYABLE_STATES = new Set(['40P01', '40001', '53300', '57P01', '57P02', '57P03']);

/** What postgres.js and Node call a connection that went away or cannot be made. */
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

/** Waits between tries, in ms: together about 6 s, which outlasts a restart of the database server. */
const DELAYS_MS = [5, 20, 80, 250, 500, 1000, 2000, 2000];

/** Longest wait between tries of what does not give up, in ms. */
const LONGEST_DELAY_MS = 2000;

/** True when the same statement may well succeed if it is sent again. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (RETRYABLE_STATES.has(code) || CONNECTION_LOSS.has(code));
}

/** True when a row refers to one that was deleted. PostgreSQL, appendix A: foreign_key_violation. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Sends an idempotent statement again after deadlocks and lost connections. @throws the last error when it stays */
export async function retrying<T>(statement: () => Promise<T>): Promise<T> {
  return retryWhile(statement, (tries) => tries <= DELAYS_MS.length);
}

/**
 * Sends an idempotent statement again after deadlocks and lost connections, for as long as it is still wanted.
 * @throws the last error when it is not
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

/** A time between half and one and a half of `ms`: those who lost the same server do not all come back at once. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
