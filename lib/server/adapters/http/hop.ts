import type { HttpResponse, RevealedSecret } from '@/engine/ports';
import type { CollectLimits } from './collect';

/** One request to one address, without following redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Secrets that the request may carry. */
  readonly secrets: readonly RevealedSecret[];
  /** Timeout of the connection, in ms. */
  readonly connectMs: number;
}

/** A response with an unread body, which must be read, iterated over or discarded. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  read(limits: CollectLimits): Promise<HttpResponse>;
  /** The body as it arrives, without decompression. Destroys the connection when it is left. */
  chunks(): AsyncIterable<Uint8Array>;
  discard(): void;
}
