import { AutomaticBackups } from './backup/automatic';
import { type App, compose } from './compose';
import { type Config, ConfigError, readServerConfig } from './config';
import { listen } from './http/edge/listen';
import { createServe } from './http/serve';
import { createRefusal } from './http/unknown-path';
import { openDatabase } from './open-database';
import { isReachable, requirePrivateAddress } from './private-address';
import { log } from './report';
import { startProcess } from './start';
import { openGatewayProcess } from './start-gateway';
import { openWorker } from './start-worker';

export type { App } from './compose';
export type { Config } from './config';
export { act, answerOf } from './http/act';
export { checkCaller } from './http/caller';
export { streamDraft } from './http/draft-stream';
export { NONCE_HEADER } from './http/edge/headers';
export { exportPipeline, sendPayload } from './http/files';
export { answerHook } from './http/hooks';
export { sendMetrics } from './http/metrics';
export { sendRunFile } from './http/run-export';
export { sendFile } from './http/run-files';
export { sendSnapshot } from './http/run-snapshot';
export { streamRun } from './http/run-stream';
export { isServiceError } from './services/errors';

/** One app per process: development reloads modules, and each bundle has its own copy of this module. */
const OPEN = Symbol.for('pipewright.app');
/** Values that scripts/web.mjs provides: Next does not compile that file, so the two cannot import each other. */
const WEB = Symbol.for('pipewright.web-server');
type Listen = (options: Omit<Parameters<typeof listen>[2], 'direct'>) => ReturnType<typeof listen>;

const holder = processWide();

/**
 * Opens the server's use cases at the first call: the migrated database and the worker. Later calls return the same
 * app.
 * @throws ConfigError when a setting is invalid
 * @throws Error when the database cannot be opened; the next call tries again
 */
export function openApp(config?: Config): Promise<App> {
  holder[OPEN] ??= open(config ?? readServerConfig()).catch((error: unknown) => {
    holder[OPEN] = undefined;
    throw error;
  });
  return holder[OPEN];
}

/** Opens the app in the process of scripts/web.mjs and provides the listener for requests to it. */
export function startWebServer(): Promise<void> {
  return startProcess(async () => {
    const web = holder[WEB];
    if (!web)
      throw new ConfigError(
        'Next was started directly, so requests would not be checked. Use "npm start" or "npm run dev".',
      );
    const config = readServerConfig();
    requirePrivateAddress(config);
    if (isReachable(config)) {
      log(
        `Anyone who can reach ${config.host} can use Pipewright and its secrets, because it has no sign-in.`,
      );
    }
    const app = await openApp(config);
    web.listen = (options) => listen(config, app, { ...options, direct: app.gateway.gateway });
    return app;
  });
}

/** Starts a process that only executes runs, until it receives a signal to end. */
export function startWorker(): Promise<void> {
  return startProcess(async () => openWorker(readServerConfig()));
}

/** Starts a process that only answers requests to deployments, until it receives a signal to end. */
export function startGateway(): Promise<void> {
  return startProcess(async () => openGatewayProcess(readServerConfig()));
}

/** Makes the route handler of an endpoint. */
export const serve = createServe(() => openApp());

/** The route handler of every path that the API does not have. */
export const refuseUnknownPath = createRefusal(() => openApp());

/** The global object. Only this module and scripts/web.mjs use these symbols on it. */
function processWide() {
  return globalThis as { [OPEN]?: Promise<App> | undefined; [WEB]?: { listen?: Listen } };
}

async function open(config: Config): Promise<App> {
  const isBackedUp = config.databaseUrl === undefined && config.backups.isOn;
  const backups = isBackedUp ? new AutomaticBackups({ config, log }) : undefined;
  const database = await openDatabase(config, (target) => backups?.finish(target) ?? Promise.resolve());
  try {
    const app = await compose({ ...config, leavesNotice: true }, database);
    backups?.start(database.target);
    return app;
  } catch (error) {
    await database.close();
    throw error;
  }
}
