import type { Server } from 'node:http';
import type { App } from '../../compose';
import type { Config } from '../../config';
import { requestChecks } from './check';
import { DEFAULT_LIMITS } from './limits';
import { type ListenAddress, listenProblem } from './listen-problem';
import { refuseOwnPipelines } from './own-pipelines';
import { createWebServer, type Handlers, type WebServerOptions } from './web-server';

/**
 * Serves requests on the address of the settings.
 * @param handlers for accepted requests
 * @returns the server, once it listens
 * @throws Error that says what to change when it cannot listen on the address
 */
export function listen(
  config: Pick<Config, 'host' | 'port' | 'hosts' | 'streamsPerClient'>,
  app: Pick<App, 'report' | 'instance'>,
  options: Handlers &
    Pick<WebServerOptions, 'isDevelopment' | 'direct'> & { readonly variable?: ListenAddress['variable'] },
): Promise<Server> {
  const server = createWebServer(
    {
      checks: [refuseOwnPipelines(app.instance), ...requestChecks(config)],
      limits: { ...DEFAULT_LIMITS, streamsPerClient: config.streamsPerClient },
      isDevelopment: options.isDevelopment,
      report: app.report,
      ...(options.direct && { direct: options.direct }),
    },
    options,
  );
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { host, port } = config;
      const { variable = 'PORT' } = options;
      reject(new Error(listenProblem(error.code, { host, port, variable }), { cause: error }));
    });
    server.listen(config.port, config.host, () => resolve(server));
  });
}
