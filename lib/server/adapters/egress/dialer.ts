import type { Socket } from 'node:net';
import type { Outgoing } from '@/engine/ports';

/** Where a connection is to go. */
export interface DialTarget extends Outgoing {
  /** A name or a literal address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** What it is for: decides which ports are open. */
  readonly purpose: 'http' | 'mail' | 'sql';
  /** Longest time until the connection stands, look-up included, in ms. @default 10,000 */
  readonly timeoutMs?: number;
}

/** The one way out: every connection to the outside world is made here. */
export interface Dialer {
  /**
   * Checks what can be known without a look-up: ports, literal addresses, whether the attempt's secrets may go there.
   * @throws ActionError `rejected`
   */
  check(target: Omit<DialTarget, 'signal'>): void;
  /**
   * Looks the host up once, checks every answer, and connects to an address that was checked. TLS is the caller's.
   * @throws ActionError `rejected`, `connection_error`, `timeout`, or the signal's own reason
   */
  connect(target: DialTarget): Promise<Socket>;
}
