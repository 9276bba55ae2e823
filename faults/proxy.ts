import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { notificationFilter } from './proxy-notifications';

/**
 * The fault that the proxy injects.
 * - `pass`: none.
 * - `delay`: every piece arrives half a second later.
 * - `throttle`: one kilobyte per second, in both directions.
 * - `hold`: nothing passes until the mode ends, then everything arrives, as with TCP after a partition.
 * - `half-open`: data of the client arrives, responses arrive only when the mode ends.
 * - `lost`: existing connections never forward anything again; new ones work.
 * - `reset`: every connection is closed, including new ones.
 * - `deaf`: removes notifications of PostgreSQL from the stream.
 * - `echo`: duplicates notifications of PostgreSQL.
 */
export const PROXY_MODES = [
  'pass',
  'delay',
  'throttle',
  'hold',
  'half-open',
  'lost',
  'reset',
  'deaf',
  'echo',
] as const;
export type ProxyMode = (typeof PROXY_MODES)[number];

const DELAY_MS = 500;
const THROTTLED_BYTES = 1024;

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Forwards nothing more, regardless of the mode. */
  lost: boolean;
}

/** A TCP proxy in front of a database, through which the harness injects network faults. */
export class FaultProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  #mode: ProxyMode = 'pass';
  #changed: () => void = () => undefined;
  #change = this.#nextChange();

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  /** Starts a proxy to a port of this machine. */
  static async start(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Changes the mode. */
  set(mode: ProxyMode): void {
    this.#mode = mode;
    if (mode === 'reset') for (const pair of this.#pairs) resetBoth(pair);
    if (mode === 'lost') for (const pair of this.#pairs) pair.lost = true;
    this.#changed();
    this.#change = this.#nextChange();
  }

  /** Closes every connection, including lost ones. */
  async close(): Promise<void> {
    for (const pair of this.#pairs) resetBoth(pair);
    this.set('pass');
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }

  #accept(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    const pair = { client, server, lost: false };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end).setNoDelay(true);
    if (this.#mode === 'reset') {
      resetBoth(pair);
      return;
    }
    void this.#pump(pair, client, server).finally(end);
    void this.#pump(pair, server, client).finally(end);
  }

  async #pump(pair: Pair, from: Socket, to: Socket): Promise<void> {
    const isResponse = from === pair.server;
    const filter = notificationFilter();
    try {
      for await (const piece of from) {
        const chunk = piece as Buffer;
        while (this.#isBlocked(pair, isResponse)) await this.#change;
        await this.#slowDown(chunk.length);
        const times = this.#times();
        const bytes = isResponse ? filter(chunk, times) : chunk;
        if (bytes.length > 0 && !to.write(bytes)) await drained(to);
      }
    } catch {
      // Broken connections are expected here.
    }
  }

  #isBlocked(pair: Pair, isResponse: boolean): boolean {
    return pair.lost || this.#mode === 'hold' || (this.#mode === 'half-open' && isResponse);
  }

  async #slowDown(bytes: number): Promise<void> {
    if (this.#mode === 'delay') await delay(DELAY_MS);
    if (this.#mode === 'throttle') await delay((bytes / THROTTLED_BYTES) * 1000);
  }

  /** How often a notification is forwarded. */
  #times(): number {
    if (this.#mode === 'deaf') return 0;
    return this.#mode === 'echo' ? 2 : 1;
  }
}

function resetBoth({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve).once('close', () => resolve());
  });
}
