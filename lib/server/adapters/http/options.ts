import type { Dialer } from '../egress/dialer';

/** What outgoing HTTP stands on, and its limits. */
export interface HttpOptions {
  /** The way out. */
  readonly dialer: Dialer;
  /** The installation that sends the requests, for the header that marks them. @default that of no known installation */
  readonly mark?: () => string;
  /** Largest answer, in bytes after decompression. @default 10,000,000 */
  readonly limitBytes?: number;
  /** Longest time from the look-up to the last byte, redirects included, whatever the request says, in ms. @default 300,000 */
  readonly totalMs?: number;
  /** Certificates of authorities to trust instead of the system's, in PEM. */
  readonly trusted?: readonly string[];
}
