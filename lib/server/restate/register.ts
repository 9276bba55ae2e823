import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { deadlineOf } from '../deadline';
import { OPERATIONS } from './workflow';

/** Delays between attempts, in ms: Restate may start after this process. */
const LONGEST_WAIT_MS = 10_000;

const refusalSchema = z.object({ message: z.string() });

export interface RegisterOptions {
  /** Admin address of Restate. */
  readonly adminUrl: string;
  /** Address of this service for Restate. */
  readonly serviceUrl: string;
  readonly signal: AbortSignal;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Registers this service in Restate and retries until that succeeds. Releases with the same order of operations
 * share an address, and any of them can continue a run; a new order has a new address.
 */
export async function register(options: RegisterOptions): Promise<void> {
  const { signal, report } = options;
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const deadline = deadlineOf(signal, LONGEST_WAIT_MS);
    try {
      await registerOnce({ ...options, signal: deadline.signal });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (wait === 250) report(error, 'The service could not be registered in Restate; retrying');
    } finally {
      deadline.done();
    }
    await delay(wait, undefined, { signal }).catch(() => undefined);
  }
}

async function registerOnce({ adminUrl, serviceUrl, signal }: RegisterOptions): Promise<void> {
  const uri = `${serviceUrl.replace(/\/$/, '')}/${OPERATIONS}`;
  const response = await fetch(new URL('/deployments', adminUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri }),
    signal,
  });
  if (response.ok) return;
  const said = refusalSchema.safeParse(await response.json().catch(() => undefined));
  throw new Error(
    `Restate at ${adminUrl} refused ${uri}: ${said.success ? said.data.message : `status ${response.status}`}`,
  );
}
