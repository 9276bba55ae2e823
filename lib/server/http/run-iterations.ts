import type { RunEvent } from '@/engine/index';
import { type IterationPage, iterationEventsInput, listIterationsInput } from '@/lib/contracts/iterations';
import type { Call } from './handle';

/** Answers a page of the iterations of a long loop. */
export function sendIterations({ app, params, query }: Call<{ id: string }>): Promise<IterationPage> {
  return app.runs.iterations(listIterationsInput.parse({ ...query, runId: params.id }));
}

/** Answers what is on record of one iteration of a long loop. */
export async function sendIteration({
  app,
  params,
  query,
}: Call<{ id: string; index: string }>): Promise<{ events: RunEvent[] }> {
  const { step } = query;
  const input = iterationEventsInput.parse({ runId: params.id, step, index: params.index });
  return { events: await app.runs.iteration(input) };
}
