import { STREAMS_PER_CLIENT } from '../../config';

/** How much of the server one client, or all clients, may take. Durations are in ms. */
export interface ConnectionLimits {
  /** Connections at once, of all clients. */
  readonly connections: number;
  /** Event streams at once, of one client address. */
  readonly streamsPerClient: number;
  /** How long the headers of a request may take to arrive, and how long a new connection may stay silent. */
  readonly headersMs: number;
  /** How long a whole request with its body may take to arrive. */
  readonly requestMs: number;
  /** How often the two durations are checked. */
  readonly checkMs: number;
}

/** 12 MB, the largest body that is accepted, arrive within `requestMs` at 0.8 Mbit/s. */
export const DEFAULT_LIMITS: ConnectionLimits = {
  connections: 4096,
  streamsPerClient: STREAMS_PER_CLIENT,
  headersMs: 10_000,
  requestMs: 120_000,
  checkMs: 2000,
};
