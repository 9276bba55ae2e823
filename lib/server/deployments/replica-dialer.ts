import type { Dialer } from '../adapters/egress';
import { connectToFirst } from '../adapters/egress/connect';

/**
 * Dials replicas that the controller started. The rules for outgoing connections refuse their addresses, because steps
 * must use the gateway.
 */
export const replicaDialer: Dialer = {
  check: () => undefined,
  connect: ({ host, port, signal }) => connectToFirst([host], port, signal),
};
