/** The door for running pipelines in this process, with no server and no database: what the command line needs. */
import type { Clock, Http, Journal, Secrets } from '@/engine';
import { systemClock } from './adapters/clock';
import { createHttp } from './adapters/http';

/** The outside world as one process on one machine has it. */
export interface LocalPorts {
  readonly clock: Clock;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly journal: Journal;
}

/** Opens the ports. The journal keeps nothing: the run lives as long as the process. */
export function openLocalPorts(): LocalPorts {
  return {
    clock: systemClock,
    http: createHttp({}),
    secrets: { reveal: async () => undefined },
    journal: { append: async () => undefined },
  };
}
