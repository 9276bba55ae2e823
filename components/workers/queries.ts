import { errorBodySchema } from '@/lib/contracts/errors';
import { type Workers, workersSchema } from '@/lib/contracts/workers';

/** Names of what is read about workers, for React Query. */
export const workerKeys = { list: ['workers'] as const };

/** Every process that carries out runs, and the queue. @throws Error with the server's words */
export async function fetchWorkers(signal: AbortSignal): Promise<Workers> {
  const response = await fetch('/api/v1/workers', { signal });
  const body: unknown = await response.json();
  if (response.ok) return workersSchema.parse(body);
  const refusal = errorBodySchema.safeParse(body);
  throw new Error(refusal.success ? refusal.data.message : `The server answered ${response.status}.`);
}
