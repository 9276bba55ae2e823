import type { Dialer } from '../egress/dialer';
import type { InProcessService } from './in-process';

export interface HttpOptions {
  readonly dialer: Dialer;
  /** A service in this process that responds to requests to its name. @default none */
  readonly inProcess?: InProcessService;
  /**
   * The id of the installation, for the header that marks requests.
   * @default `UNKNOWN_MARK`
   */
  readonly mark?: () => string;
  /**
   * Largest response, in bytes after decompression.
   * @default 10,000,000
   */
  readonly limitBytes?: number;
  /**
   * Upper limit of the time from the look-up to the last byte, including redirects, in ms.
   * @default 300,000
   */
  readonly totalMs?: number;
  /** Certificates of authorities to trust instead of the system's, in PEM. */
  readonly trusted?: readonly string[];
  /** The client certificate with its key, in PEM. @default none */
  readonly identity?: { readonly cert: string; readonly key: string };
}
