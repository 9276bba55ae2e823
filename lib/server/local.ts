/** The door for running pipelines in this process, with no server and no database: what the command line needs. */
import type { Clock, Http, Journal, Secrets } from '@/engine';
import { systemClock } from './adapters/clock';
import { createHttp } from './adapters/http';
import { readServerConfig } from './config';

export { ConfigError } from './config';

/** The outside world as one process on one machine has it. */
export interface LocalPorts {
  readonly clock: Clock;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly journal: Journal;
}

/**
 * Opens the ports. The journal keeps nothing: the run lives as long as the process.
 * @throws ConfigError when a setting is wrong, although few of them matter here: better told now than in the server
 */
export function openLocalPorts(): LocalPorts {
  readServerConfig();
  return {
    clock: systemClock,
    http: createHttp({}),
    secrets: { reveal: async () => undefined },
    journal: { append: async () => undefined },
  };
}
