import type { Socket } from 'node:net';
import type { Outgoing } from '@/engine/ports';

/** The target of a connection. */
export interface DialTarget extends Outgoing {
  /** A name or a literal address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Decides which ports are allowed. */
  readonly purpose: 'http' | 'mail' | 'sql';
  /**
   * Timeout of the connection, including the look-up, in ms.
   * @default 10,000
   */
  readonly timeoutMs?: number;
}

/** Makes every outgoing connection. */
export interface Dialer {
  /**
   * Checks without a look-up: the port, a literal address, and the hosts of the attempt's secrets.
   * @throws ActionError `rejected`
   */
  check(target: Omit<DialTarget, 'signal'>): void;
  /**
   * Looks the host up once, checks every address, and connects to one of them. The caller adds TLS.
   * @throws ActionError `rejected`, `connection_error`, `timeout`, or the signal's own reason
   */
  connect(target: DialTarget): Promise<Socket>;
}
