import { getJson } from '@/client/get-json';
import { type Workers, workersSchema } from '@/lib/contracts/workers';

/** Names of what is read about workers, for React Query. */
export const workerKeys = { list: ['workers'] as const };

/** Every process that carries out runs, and the queue. @throws Error with the server's words */
export async function fetchWorkers(signal: AbortSignal): Promise<Workers> {
  return workersSchema.parse(await getJson('/api/v1/workers', signal));
}
