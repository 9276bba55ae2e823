import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '@/lib/contracts/errors';
import { ERROR_STATUS } from '@/lib/contracts/errors';
import { MARK_HEADER } from '../adapters/http/mark';
import type { DeploymentRoute } from '../store/deployment-routes';
import { checkAccess } from './access';
import { Bodies, CallerLeft } from './body';
import { type Connections, NotAccepted, type ReplicaRequest } from './connect';
import type { Directory } from './directory';
import { GatewayError } from './errors';
import { callerHeaders, replicaHeaders } from './headers';
import { limitHeaders } from './limit/headers';
import type { Limiter } from './limit/limiter';
import type { Meter, RequestEnd } from './meter/meter';
import { passOn } from './pass-on';
import { DeploymentSlots, type Slot, type SlotLimits } from './slots';
import { isGatewayPath, readTarget } from './target';

type Headers = Readonly<Record<string, string>>;
const NONE: Headers = {};

export interface GatewayOptions {
  readonly directory: Directory;
  readonly limiter: Limiter;
  readonly connections: Connections;
  readonly meter: Meter;
  readonly slotLimits: SlotLimits;
  /** Whether callers on this machine also need a key. */
  readonly isKeyRequired: boolean;
  /** The id of the installation, sent as a header to external servers. */
  readonly mark: () => string;
  readonly onKeyUsed: (keyId: string) => void;
  readonly report: (error: unknown, what: string) => void;
}

/** A request in progress. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: DeploymentRoute;
  readonly slots: DeploymentSlots;
  readonly signal: AbortSignal;
  /** Id of the caller's key. */
  readonly keyId: string | undefined;
  /** Headers of the rate limit, after its decision. */
  limit: Headers;
}

/** Forwards requests for deployments to their replicas. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #bodies = new Bodies();
  readonly #slots = new Map<string, DeploymentSlots>();
  #open = 0;
  #isClosing = false;
  #onIdle: () => void = () => undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Requests in flight and in the queue, by deployment id. */
  get slots(): ReadonlyMap<string, DeploymentSlots> {
    return this.#slots;
  }

  /** Whether a request is for the gateway. */
  accepts({ url }: Pick<IncomingMessage, 'url'>): boolean {
    return isGatewayPath(url);
  }

  /** Handles a request whose `Host` and `Origin` were checked. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open += 1;
    try {
      if (this.#isClosing) throw closing();
      const target = readTarget(request.method, request.url);
      const route = await this.#options.directory.find(target.name);
      const keyId = checkAccess(request, route, this.#options.isKeyRequired);
      if (keyId !== undefined) this.#options.onKeyUsed(keyId);
      const gone = new AbortController();
      const leave = () => gone.abort(new CallerLeft());
      // A closed response does not emit 'close' again.
      if (response.closed) leave();
      else response.once('close', leave);
      const slots = this.#slotsOf(route.id);
      const exchange = { request, response, route, slots, signal: gone.signal, keyId, limit: NONE };
      await this.#answer(exchange, target.path);
    } catch (error) {
      if (!(error instanceof CallerLeft)) this.#refuse(response, this.#errorOf(error), NONE);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#onIdle();
    }
  }

  /** Responds to a request that was refused before it reached the gateway. */
  refuse(response: ServerResponse, { code, message }: ErrorBody): void {
    const status = ERROR_STATUS[code];
    const known = { 403: 'forbidden', 503: 'unavailable', 500: 'internal' } as const;
    const own = known[status as keyof typeof known] ?? 'invalid_request';
    this.#refuse(response, new GatewayError(status, own, message), NONE);
  }

  /** Assigns free slots to waiting requests, and discards the slots of deleted deployments. */
  replicasChanged(): void {
    for (const [id, slots] of this.#slots) {
      slots.pump();
      const isGone = this.#options.directory.last(id) === undefined;
      if (isGone && slots.total + slots.queued === 0) this.#slots.delete(id);
    }
  }

  /** Refuses new requests, and waits for those in flight. @param ms longest wait */
  async close(ms: number): Promise<void> {
    this.#isClosing = true;
    if (this.#open === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #answer(exchange: Exchange, path: string): Promise<void> {
    const { route, request, keyId } = exchange;
    const body = request.method === 'POST' ? await this.#bodies.read(request) : undefined;
    const startedAt = performance.now();
    const end = await this.#answerWith(exchange, path, body?.bytes).catch((error: unknown) =>
      this.#fail(exchange, error),
    );
    body?.release();
    this.#options.meter.end({ ...route, keyId }, end, performance.now() - startedAt);
  }

  async #fail(exchange: Exchange, error: unknown): Promise<RequestEnd> {
    if (exchange.signal.aborted) return 'left';
    const refusal = this.#errorOf(error);
    if (refusal.status === 503) await this.#readLimit(exchange);
    this.#refuse(exchange.response, refusal, exchange.limit);
    return refusal.status === 429 ? 'limited' : 'failed';
  }

  async #answerWith(exchange: Exchange, path: string, body: Buffer | undefined): Promise<RequestEnd> {
    const { route, slots, request, response, signal } = exchange;
    const waiting = slots.acquire(signal);
    this.#measureLoad(exchange);
    const slot = waiting instanceof Promise ? await waiting : waiting;
    try {
      if (route.isLimited) await this.#admit(exchange);
      this.#measureLoad(exchange);
      const own = route.isExternal ? { [MARK_HEADER]: this.#options.mark() } : NONE;
      const headers = replicaHeaders(request.headers, body, own);
      const sent = { method: request.method ?? 'GET', path, headers, body, signal };
      const answer = await this.#send(slot, route, sent);
      const status = answer.statusCode ?? 0;
      if (status < 200 || (status >= 300 && status < 400)) {
        answer.destroy();
        throw new GatewayError(
          502,
          'replica_failed',
          `The replica returned status ${status}. Check its log.`,
        );
      }
      const end = await passOn(answer, response, { ...callerHeaders(answer.headers), ...exchange.limit });
      if (end === 'caller-left') return 'left';
      return end === 'broken' || status >= 500 ? 'failed' : 'answered';
    } finally {
      slot.release();
    }
  }

  /**
   * Runs after a slot was acquired, so that a request without a replica does not count. @throws GatewayError 429, or
   * 503
   */
  async #admit(exchange: Exchange): Promise<void> {
    const limited = await this.#limited('admit', exchange.route.id);
    if (!limited) return;
    exchange.limit = limitHeaders(limited);
    if (limited.isAdmitted) return;
    const { rate_limit: rate, time_window: window } = limited.rule;
    throw new GatewayError(
      429,
      'rate_limit_exceeded',
      `The deployment ${exchange.route.name} admits ${rate} requests per ${window}. Try again in ${limited.retrySeconds} s.`,
    );
  }

  async #readLimit(exchange: Exchange): Promise<void> {
    if (!exchange.route.isLimited || exchange.limit !== NONE) return;
    const limited = await this.#limited('state', exchange.route.id).catch(() => undefined);
    if (limited) exchange.limit = limitHeaders({ ...limited, isAdmitted: true });
  }

  async #limited(operation: 'admit' | 'state', deploymentId: string) {
    try {
      return await this.#options.limiter[operation](deploymentId);
    } catch (error) {
      this.#options.report(error, 'A rate limit could not be checked');
      throw new GatewayError(
        503,
        'unavailable',
        'The rate limit could not be checked. Try again in a moment.',
        {
          retrySeconds: 1,
          cause: error,
        },
      );
    }
  }

  /**
   * Sends the request, and again to another replica when one did not accept it: after every refused connection, but
   * only once after a replica that may have processed it.
   */
  async #send(slot: Slot, route: DeploymentRoute, sent: ReplicaRequest) {
    let wasReceived = false;
    for (;;) {
      try {
        return await this.#options.connections.open(slot.replica, route, sent);
      } catch (error) {
        if (!(error instanceof NotAccepted)) throw error;
        const isSecond = wasReceived && !error.wasRefused;
        if (isSecond || !slot.move(error.wasIdle)) throw notReached(route.name, error);
        wasReceived ||= !error.wasRefused;
      }
    }
  }

  #measureLoad({ slots, route }: Exchange): void {
    const load = { inFlight: slots.total, queued: slots.queued, ready: route.replicas.length };
    this.#options.meter.load(route.id, load);
  }

  #slotsOf(deploymentId: string): DeploymentSlots {
    const known = this.#slots.get(deploymentId);
    if (known) return known;
    const { directory, slotLimits } = this.#options;
    const made = new DeploymentSlots(() => directory.last(deploymentId), slotLimits);
    this.#slots.set(deploymentId, made);
    return made;
  }

  #errorOf(error: unknown): GatewayError {
    if (error instanceof GatewayError) return error;
    this.#options.report(error, 'A request to a deployment failed');
    return new GatewayError(
      500,
      'internal',
      'Internal error. Try again. The log of the server has the details.',
    );
  }

  #refuse(response: ServerResponse, error: GatewayError, limit: Headers): void {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    // On an open connection, the unread rest of the body would be parsed as the next request.
    const isUnread = !response.req.complete;
    response.writeHead(error.status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...limit,
      ...error.headers,
      ...(isUnread && { connection: 'close' }),
    });
    response.end(error.body);
  }
}

function notReached(name: string, cause: unknown): GatewayError {
  return new GatewayError(
    502,
    'replica_failed',
    `No replica of the deployment ${name} accepted the request. Try again, or check the logs of its replicas.`,
    { cause },
  );
}

function closing(): GatewayError {
  return new GatewayError(503, 'unavailable', 'The server is shutting down. Try again in a moment.', {
    retrySeconds: 1,
  });
}
