import type { DeploymentRoute } from '../store/deployment-routes';
import { GatewayError } from './errors';

/** Age above which routes are refreshed in the background, in ms. */
const RENEW_MS = 500;
/** Age above which requests wait for fresh routes, in ms: the longest effect of a lost notification. */
const FRESH_MS = 1000;
/**
 * Age up to which routes are used while the database does not respond, in ms: without a database, no deployment
 * changes.
 */
const TRUSTED_MS = 60_000;
/** Longest wait of a request for fresh routes before it uses the cached ones, in ms. */
const PATIENCE_MS = 2000;

export interface DirectoryOptions {
  readonly read: () => Promise<readonly DeploymentRoute[]>;
  /** Called after routes were read. */
  readonly onRead: () => void;
  /** @default `performance.now` */
  readonly monotonic?: () => number;
}

/** Caches the routes to all deployments of the installation. */
export class Directory {
  readonly #options: DirectoryOptions;
  readonly #monotonic: () => number;
  #routes = new Map<string, DeploymentRoute>();
  #byId = new Map<string, DeploymentRoute>();
  #readAt = Number.NEGATIVE_INFINITY;
  /** Number of announced changes, and how many of them the cached routes include. */
  #changes = 0;
  #known = 0;
  #reading: Promise<void> | undefined;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  /** Marks the routes as stale, so that the next request reads them again. */
  invalidate(): void {
    this.#changes += 1;
  }

  /** Refreshes routes older than `RENEW_MS`. Never rejects. */
  async renew(): Promise<void> {
    if (this.#isOlderThan(RENEW_MS)) await this.#read();
  }

  /** The cached route of a deployment. */
  last(id: string): DeploymentRoute | undefined {
    return this.#byId.get(id);
  }

  /** The route of a deployment by its name. @throws GatewayError 404, or 503 when the routes are too old */
  async find(name: string): Promise<DeploymentRoute> {
    if (this.#isOlderThan(FRESH_MS)) await this.#readPatiently();
    else if (this.#isOlderThan(RENEW_MS)) void this.#read();
    if (this.#monotonic() - this.#readAt > TRUSTED_MS) throw unreadable();
    const route = this.#routes.get(name);
    if (route) return route;
    throw new GatewayError(
      404,
      'deployment_not_found',
      `The deployment ${name} does not exist. Check its name on the deployments page.`,
    );
  }

  #isOlderThan(ms: number): boolean {
    return this.#known !== this.#changes || this.#monotonic() - this.#readAt > ms;
  }

  /** Reads again when a change was announced during the read. */
  async #readPatiently(): Promise<void> {
    const read = this.#read().then(() => (this.#known === this.#changes ? undefined : this.#read()));
    if (this.#routes.size === 0) return read;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([read, patience]);
    clearTimeout(timer);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const startedAt = this.#monotonic();
    const changes = this.#changes;
    try {
      const routes = await this.#options.read();
      this.#routes = new Map(routes.map((route) => [route.name, route]));
      this.#byId = new Map(routes.map((route) => [route.id, route]));
      this.#readAt = startedAt;
      this.#known = changes;
      this.#options.onRead();
    } catch {
      // Other parts report the outage of the database. The routes stay, until they are too old.
    }
  }
}

function unreadable(): GatewayError {
  return new GatewayError(503, 'unavailable', 'The database does not respond. Try again in a moment.', {
    retrySeconds: 5,
  });
}
