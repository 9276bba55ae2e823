import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { summaryOf, type TallySummary } from './outcome';
import type { Load, LoadReport } from './process';

/** Requests at a constant rate, from a separate process. */
export interface RunningLoad {
  /** Stops sending, waits for requests in flight, and returns the tally. */
  stop(): Promise<TallySummary>;
}

/** Starts to send requests to a deployment. */
export async function startLoad(load: Load): Promise<RunningLoad> {
  const program = fileURLToPath(new URL('./process.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(load)], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return {
    stop: async () => {
      const answer = once(child, 'message');
      child.send('stop');
      // Sent by `process.ts` alone.
      const [{ sent, tally }] = (await answer) as [LoadReport];
      return summaryOf(tally, sent);
    },
  };
}
