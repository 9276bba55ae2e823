import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ActionError } from '@/engine';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { Dialer } from '../adapters/egress';
import { openConnection } from '../adapters/http/connection';
import type { HttpOptions } from '../adapters/http/options';
import { bareHost, portOf } from '../adapters/http/url';
import type { DeploymentRoute, ReplicaRoute } from '../store/deployment-routes';
import { accessTo, type ClusterAccessOf, isRefusal, refusalText, type Trust } from './cluster-access';
import { GatewayError } from './errors';

/** How long an idle connection stays open, in ms: common servers close idle connections after 5 s. */
const IDLE_MS = 4000;
const CONNECT_MS = 5000;
/** Longest time without a byte from a replica, in ms: the timeout of OpenAI clients. */
const SILENT_MS = 600_000;
const MAX_HEADER_BYTES = 32_768;

/** The request to a replica. */
export interface ReplicaRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
  readonly signal: AbortSignal;
}

/** A replica did not accept a request: no byte of a response arrived. */
export class NotAccepted extends Error {
  /** No connection was established, so the replica received nothing. */
  readonly wasRefused: boolean;
  /** The replica closed an idle connection, so the request may be sent to it again. */
  readonly wasIdle: boolean;

  constructor(cause: Error & { readonly code?: string }, wasIdle: boolean) {
    super('The replica did not accept the request.', { cause });
    this.name = 'NotAccepted';
    this.wasRefused = cause.code === 'ECONNREFUSED';
    this.wasIdle = wasIdle;
  }
}

/** Where the replicas of a deployment run. */
type RoutePlace = Pick<DeploymentRoute, 'isExternal' | 'clusterId'>;

const OPTIONS: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: IDLE_MS };

/** Dials replicas that the controller registered on this machine, without the rules for outgoing connections. */
class ReplicaAgent extends Agent {
  override createConnection(options: { host?: string; port?: number }): Socket {
    const socket = connect({ host: options.host ?? '', port: Number(options.port), noDelay: true });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })),
      CONNECT_MS,
    );
    const done = () => clearTimeout(timer);
    socket.once('connect', done).once('close', done);
    return socket;
  }
}

/** Dials addresses that a person entered, under the rules for outgoing connections. */
class GuardedAgent extends Agent {
  readonly #options: Pick<HttpOptions, 'dialer' | 'trusted' | 'identity'>;
  readonly #url: URL;

  constructor(options: Pick<HttpOptions, 'dialer' | 'trusted' | 'identity'>, url: URL) {
    super(OPTIONS);
    this.#options = options;
    this.#url = url;
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): null {
    const hop = {
      ...{ url: this.#url, method: 'POST', headers: {}, body: undefined, secrets: [] },
      ...{ connectMs: CONNECT_MS, signal: AbortSignal.timeout(CONNECT_MS * 2) },
    };
    openConnection(hop, this.#options).then(
      (socket) => callback?.(null, socket),
      // With an error, Node does not read the second argument.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return null;
  }
}

/** Pools of connections to replicas. */
export class Connections {
  readonly #dialer: Dialer;
  readonly #replicas = new ReplicaAgent(OPTIONS);
  readonly #guarded = new Map<string, GuardedAgent>();
  readonly #accessOf: ClusterAccessOf;

  /** @param dialer for external servers and clusters */
  constructor(dialer: Dialer, accessOf: ClusterAccessOf = async () => ({})) {
    this.#dialer = dialer;
    this.#accessOf = accessOf;
  }

  /**
   * Sends a request and waits for the headers of the response.
   * @throws NotAccepted, GatewayError 502 or 504, or the signal's reason
   */
  async open(replica: ReplicaRoute, route: RoutePlace, sent: ReplicaRequest): Promise<IncomingMessage> {
    const url = new URL(replica.url);
    if (route.isExternal) return this.#ask(url, this.#guardedFor(url, {}), sent);
    if (route.clusterId === LOCAL_CLUSTER) return this.#ask(url, this.#replicas, sent);
    const { isApi, trust, ...access } = accessTo(url, await this.#accessOf(route.clusterId));
    const headers = { ...sent.headers, ...access.headers };
    const answer = await this.#ask(url, this.#guardedFor(url, trust), { ...sent, headers });
    if (!isApi || !isRefusal(answer.statusCode)) return answer;
    answer.destroy();
    throw new GatewayError(502, 'replica_failed', refusalText(route.clusterId, answer.statusCode));
  }

  #ask(url: URL, agent: Agent, sent: ReplicaRequest): Promise<IncomingMessage> {
    sent.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const outgoing = request({
        agent,
        host: bareHost(url),
        port: portOf(url),
        method: sent.method,
        path: `${url.pathname.replace(/\/$/, '')}${sent.path}`,
        headers: { ...sent.headers, host: url.host },
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      const abort = () => outgoing.destroy();
      sent.signal.addEventListener('abort', abort, { once: true });
      outgoing.setTimeout(SILENT_MS, () => outgoing.destroy(silent()));
      outgoing.once('response', (answer) => {
        answer.once('close', () => sent.signal.removeEventListener('abort', abort));
        resolve(answer);
      });
      outgoing.once('upgrade', (_, socket) => {
        socket.destroy();
        reject(unreadable('switched to another protocol'));
      });
      outgoing.on('error', (error) => {
        sent.signal.removeEventListener('abort', abort);
        reject(sent.signal.aborted ? sent.signal.reason : failureOf(error, outgoing));
      });
      outgoing.end(sent.body);
    });
  }

  /** Closes idle connections. */
  close(): void {
    this.#replicas.destroy();
    for (const agent of this.#guarded.values()) agent.destroy();
  }

  /**
   * An agent for each origin and set of certificates, because an agent does not distinguish TLS from plain connections.
   */
  #guardedFor(url: URL, trust: Trust): GuardedAgent {
    const key = `${url.origin} ${JSON.stringify(trust)}`;
    const known = this.#guarded.get(key);
    if (known) return known;
    const made = new GuardedAgent({ dialer: this.#dialer, ...trust }, url);
    this.#guarded.set(key, made);
    return made;
  }
}

function failureOf(error: Error & { code?: string }, outgoing: ClientRequest): Error {
  if (error instanceof GatewayError) return error;
  // Another replica would be refused by the same rules.
  if (error instanceof ActionError && error.kind === 'rejected') {
    return new GatewayError(502, 'replica_failed', error.message, { cause: error });
  }
  if (error.code?.startsWith('HPE_')) return unreadable('sent something that is not HTTP', error);
  return new NotAccepted(error, outgoing.reusedSocket);
}

function silent(): GatewayError {
  return new GatewayError(504, 'replica_timeout', `The replica sent nothing for ${SILENT_MS / 1000} s.`);
}

function unreadable(what: string, cause?: unknown): GatewayError {
  return new GatewayError(502, 'replica_failed', `The replica ${what}. Check its log.`, { cause });
}
