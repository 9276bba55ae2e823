/** The entry point of the driver that runs pipelines on Restate. */
import { openEndpoint } from './endpoint';
import { register } from './register';
import { Relay } from './relay';
import { RestateRuns, type RestateRunsOptions } from './runs';
import type { RestateSettings } from './settings';

/** A process that Restate may send runs to. */
export interface Restate {
  /** Runs in the memory of this process. */
  readonly activeRuns: number;
  /** Limit of runs; 0 for a process that executes none. */
  readonly mostRuns: number;
  /** Called after an insert into the outbox. */
  wake(): void;
  /** Releases every run. Restate continues them elsewhere, or when a process is available. */
  close(): Promise<void>;
}

/** Runs that may be active in Restate for each slot of a worker. */
const RUNS_PER_SLOT = 4;

/**
 * Listens for Restate, registers there, and delivers the outbox. A process that executes no runs only delivers.
 * @throws Error when the port is in use
 */
export async function startRestate(
  config: RestateSettings,
  options: Omit<RestateRunsOptions, 'ended'> & {
    readonly slots: number;
    readonly carriesOut: boolean;
    readonly log: (line: string) => void;
  },
): Promise<Restate> {
  const { sql, report, slots } = options;
  const relay = new Relay({ sql, url: config.url, mostUnderWay: slots * RUNS_PER_SLOT, report });
  const closing = new AbortController();
  const service = options.carriesOut ? await openService(config, options, relay, closing.signal) : undefined;
  relay.start();
  return {
    get activeRuns() {
      return service?.runs.activeRuns ?? 0;
    },
    mostRuns: service ? slots * RUNS_PER_SLOT : 0,
    wake: () => relay.wake(),
    close: async () => {
      closing.abort();
      await relay.stop();
      // Runs stop first: the failure that ends their attempts must not reach Restate as an outcome.
      await service?.runs.close();
      await service?.endpoint.close();
    },
  };
}

async function openService(
  config: RestateSettings,
  options: Omit<RestateRunsOptions, 'ended'> & { readonly log: (line: string) => void },
  relay: Relay,
  signal: AbortSignal,
) {
  const { report, log } = options;
  const runs = new RestateRuns({ ...options, ended: () => relay.wake() });
  const { serviceHost: host, servicePort: port, identityKeys } = config;
  const endpoint = await openEndpoint({ turns: runs, host, port, identityKeys, log });
  const serviceUrl = config.serviceUrl ?? `http://127.0.0.1:${endpoint.port}`;
  void register({ adminUrl: config.adminUrl, serviceUrl, signal, report });
  return { runs, endpoint };
}
