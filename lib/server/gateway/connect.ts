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
import type { Dialer } from '../adapters/egress';
import { openConnection } from '../adapters/http/connection';
import { bareHost, portOf } from '../adapters/http/url';
import type { ReplicaRoute } from '../store/deployment-routes';
import { GatewayError } from './errors';

/** How long an idle connection stays open, in ms: common servers close theirs after 5 s. */
const IDLE_MS = 4000;
const CONNECT_MS = 5000;
/** Longest time without a byte from a replica, in ms: the timeout of OpenAI clients. */
const SILENT_MS = 600_000;
const MAX_HEADER_BYTES = 32_768;

/** The request to a replica. */
export interface ReplicaRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
  readonly signal: AbortSignal;
}

/** A replica did not accept a request: no byte of its answer arrived. */
export class NotAccepted extends Error {
  /** The replica closed a connection that was idle before, so it may be asked again. */
  readonly wasIdle: boolean;

  constructor(cause: unknown, wasIdle: boolean) {
    super('The replica did not accept the request.', { cause });
    this.name = 'NotAccepted';
    this.wasIdle = wasIdle;
  }
}

const OPTIONS: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: IDLE_MS };

/** Dials what the controller registered as a replica, on this machine or in a cluster: only such addresses come here. */
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

/** Dials addresses that a person wrote, by the rules for outgoing connections. */
class GuardedAgent extends Agent {
  readonly #dialer: Dialer;
  readonly #url: URL;

  constructor(dialer: Dialer, url: URL) {
    super(OPTIONS);
    this.#dialer = dialer;
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
    openConnection(hop, { dialer: this.#dialer }).then(
      (socket) => callback?.(null, socket),
      // Node reads the socket only without an error.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return null;
  }
}

/** Connections to replicas, which later requests use again. */
export class Connections {
  readonly #dialer: Dialer;
  readonly #replicas = new ReplicaAgent(OPTIONS);
  readonly #guarded = new Map<string, GuardedAgent>();

  /** @param dialer for external servers */
  constructor(dialer: Dialer) {
    this.#dialer = dialer;
  }

  /**
   * Sends a request and waits for the headers of its answer.
   * @throws NotAccepted, GatewayError 502 or 504, or the signal's reason
   */
  open(replica: ReplicaRoute, isExternal: boolean, sent: ReplicaRequest): Promise<IncomingMessage> {
    const url = new URL(replica.url);
    return new Promise((resolve, reject) => {
      const outgoing = request({
        agent: isExternal ? this.#guardedFor(url) : this.#replicas,
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

  /** One for each origin: an agent does not distinguish TLS from plain connections. */
  #guardedFor(url: URL): GuardedAgent {
    const known = this.#guarded.get(url.origin);
    if (known) return known;
    const made = new GuardedAgent(this.#dialer, url);
    this.#guarded.set(url.origin, made);
    return made;
  }
}

function failureOf(error: Error & { code?: string }, outgoing: ClientRequest): Error {
  if (error instanceof GatewayError) return error;
  // The rules for outgoing connections refuse every attempt.
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
  return new GatewayError(502, 'replica_failed', `The replica ${what}. Look at its log.`, { cause });
}
