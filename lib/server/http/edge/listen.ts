import type { Server } from 'node:http';
import type { App } from '../../compose';
import type { Config } from '../../config';
import { requestChecks } from './check';
import { DEFAULT_LIMITS } from './limits';
import { refuseOwnPipelines } from './own-pipelines';
import { createWebServer, type Handlers } from './web-server';

/**
 * Serves pages and routes on the address of the settings.
 * @param handlers for accepted requests
 * @returns the server, once it listens
 * @throws Error when it cannot listen on the address
 */
export function listen(
  config: Pick<Config, 'host' | 'port' | 'hosts' | 'streamsPerClient'>,
  app: Pick<App, 'report' | 'instance' | 'gateway'>,
  options: Handlers & { readonly isDevelopment: boolean },
): Promise<Server> {
  const server = createWebServer(
    {
      checks: [refuseOwnPipelines(app.instance), ...requestChecks(config)],
      limits: { ...DEFAULT_LIMITS, streamsPerClient: config.streamsPerClient },
      isDevelopment: options.isDevelopment,
      report: app.report,
      direct: app.gateway.gateway,
    },
    options,
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => resolve(server));
  });
}
