/** The door of the driver that lets Restate advance runs. */
import { openEndpoint } from './endpoint';
import { register } from './register';
import { Relay } from './relay';
import { RestateRuns, type RestateRunsOptions } from './runs';
import type { RestateSettings } from './settings';

/** A process that Restate may send runs to. */
export interface Restate {
  /** Runs in the memory of this process. */
  readonly activeRuns: number;
  /** As many as may be; none where no runs are carried out. */
  readonly mostRuns: number;
  /** Something was put into the outbox. */
  wake(): void;
  /** Lets go of every run; Restate goes on with them elsewhere, or when a process is back. */
  close(): Promise<void>;
}

/** Runs that may be under way in Restate for each run that a worker would advance at once. */
const RUNS_PER_SLOT = 4;

/**
 * Listens for Restate, tells it so, and carries to it what is in the outbox. A process that carries out no runs only
 * does the last.
 * @throws Error when the port is taken
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
      // First the runs: what they end with must not reach Restate as an outcome.
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
