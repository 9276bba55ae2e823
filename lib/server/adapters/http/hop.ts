import type { HttpResponse, RevealedSecret } from '@/engine/ports';
import type { CollectLimits } from './collect';

/** One request on its way to one address, with no redirect followed. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Secrets that the request may carry. */
  readonly secrets: readonly RevealedSecret[];
  /** Longest time until the connection stands, in ms. */
  readonly connectMs: number;
}

/** An answer whose body has not been read yet. Either read or discard it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  read(limits: CollectLimits): Promise<HttpResponse>;
  discard(): void;
}
