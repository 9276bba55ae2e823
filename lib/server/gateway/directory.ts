import type { DeploymentRoute } from '../store/deployment-routes';
import { GatewayError } from './errors';

/** Age at which routes are read again in the background, in ms. */
const RENEW_MS = 500;
/** Age at which requests wait for new routes, in ms: the longest time for which a lost notification goes unnoticed. */
const FRESH_MS = 1000;
/** Age up to which routes are used while the database does not respond, in ms: nothing can change meanwhile. */
const TRUSTED_MS = 60_000;
/** How long a request waits for new routes before it uses the last ones, in ms. */
const PATIENCE_MS = 2000;

export interface DirectoryOptions {
  readonly read: () => Promise<readonly DeploymentRoute[]>;
  /** Called with new routes. */
  readonly onRead: () => void;
  /** @default `performance.now` */
  readonly monotonic?: () => number;
}

/** The deployments of the installation as this process last read them. */
export class Directory {
  readonly #options: DirectoryOptions;
  readonly #monotonic: () => number;
  #routes = new Map<string, DeploymentRoute>();
  #byId = new Map<string, DeploymentRoute>();
  #readAt = Number.NEGATIVE_INFINITY;
  /** Changes that were announced, and how many of them the last read knew. */
  #changes = 0;
  #known = 0;
  #reading: Promise<void> | undefined;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  /** Something changed: the next request reads again. */
  invalidate(): void {
    this.#changes += 1;
  }

  /** Reads again if the routes are not new. Never rejects. */
  async renew(): Promise<void> {
    if (this.#isOlderThan(RENEW_MS)) await this.#read();
  }

  /** A deployment as of the last read. */
  last(id: string): DeploymentRoute | undefined {
    return this.#byId.get(id);
  }

  /** A deployment by its name. @throws GatewayError 404, or 503 when the database does not respond for too long */
  async find(name: string): Promise<DeploymentRoute> {
    if (this.#isOlderThan(FRESH_MS)) await this.#readPatiently();
    else if (this.#isOlderThan(RENEW_MS)) void this.#read();
    if (this.#monotonic() - this.#readAt > TRUSTED_MS) throw unreadable();
    const route = this.#routes.get(name);
    if (route) return route;
    throw new GatewayError(
      404,
      'deployment_not_found',
      `The deployment "${name}" does not exist. Check the name in the list of deployments.`,
    );
  }

  #isOlderThan(ms: number): boolean {
    return this.#known !== this.#changes || this.#monotonic() - this.#readAt > ms;
  }

  /** A change during a read is not in it, so there may be a second one. */
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
      // The database's outage is reported by those who need it; here the routes grow old.
    }
  }
}

function unreadable(): GatewayError {
  return new GatewayError(503, 'unavailable', 'The database does not respond. Try again in a moment.', {
    retrySeconds: 5,
  });
}
