import { type App, compose } from './compose';
import { type Config, ConfigError } from './config';
import { healthRequests } from './http/edge/health-requests';
import { listen } from './http/edge/listen';
import { requirePrivateAddress } from './private-address';
import { VERSION } from './release';
import { log } from './report';
import { reachDatabase } from './start-worker';

/**
 * Starts a process that only answers requests to deployments, and health checks.
 * @param waitMs how long to wait for a database that does not respond yet @default 60 s
 * @throws ConfigError without DATABASE_URL, or when other machines could reach it without a decision for that
 * @throws Error when the database or the address cannot be used
 */
export async function openGatewayProcess(config: Config, waitMs?: number): Promise<App> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_URL must be set for a gateway, because only one process can use the bundled database.',
    );
  }
  requirePrivateAddress(config);
  const database = await reachDatabase(config, config.databaseUrl, waitMs);
  const app = await compose({ ...config, runsWorker: false }, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  try {
    const direct = app.gateway.gateway;
    await listen(config, app, { isDevelopment: false, direct, request: healthRequests(app) });
    log(`Pipewright gateway ${VERSION} is ready on port ${config.port}, with ${database.description}.`);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}
