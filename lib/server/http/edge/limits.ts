import { STREAMS_PER_CLIENT } from '../../config';

/** Limits for one client and for all clients. Durations are in ms. */
export interface ConnectionLimits {
  /** Concurrent connections of all clients. */
  readonly connections: number;
  /** Concurrent event streams of one client address. */
  readonly streamsPerClient: number;
  /** Timeout of the headers of a request and of the first byte of a connection. */
  readonly headersMs: number;
  /** Timeout of a request with its body. */
  readonly requestMs: number;
  /** How often the two timeouts are checked. */
  readonly checkMs: number;
  /** How long a connection stays open for another request. */
  readonly keepAliveMs: number;
}

/**
 * The largest accepted body, 12 MB, arrives within `requestMs` at 0.8 Mbit/s. A proxy that sends a request on a
 * connection just closed by the server responds with 502, so connections stay open for longer than proxies keep them: up
 * to 600 s.
 */
export const DEFAULT_LIMITS: ConnectionLimits = {
  connections: 4096,
  streamsPerClient: STREAMS_PER_CLIENT,
  headersMs: 10_000,
  requestMs: 120_000,
  checkMs: 2000,
  keepAliveMs: 620_000,
};
