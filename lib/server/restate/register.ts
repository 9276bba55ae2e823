import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { OPERATIONS } from './workflow';

/** Waits between tries, in ms: Restate may be started after us. */
const LONGEST_WAIT_MS = 10_000;

const refusalSchema = z.object({ message: z.string() });

export interface RegisterOptions {
  /** Restate's address for administration. */
  readonly adminUrl: string;
  /** Where Restate reaches this service. */
  readonly serviceUrl: string;
  readonly signal: AbortSignal;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Tells Restate where the runs are carried out, again and again until it has heard. Releases with the same order of
 * operations share an address, and a run goes on with whichever serves it; a new order has an address of its own.
 */
export async function register(options: RegisterOptions): Promise<void> {
  const { signal, report } = options;
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await registerOnce(options);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (wait === 250) report(error, 'Restate does not know yet where to send runs; it is tried again');
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]),
  });
  if (response.ok) return;
  const said = refusalSchema.safeParse(await response.json().catch(() => undefined));
  throw new Error(
    `Restate at ${adminUrl} refused ${uri}: ${said.success ? said.data.message : `status ${response.status}`}`,
  );
}
