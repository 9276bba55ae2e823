/** One outgoing HTTP request. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request; its reason is the failure. */
  readonly signal: AbortSignal;
}

/** The whole answer to an HTTP request, read within the size limit. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Sends one HTTP request.
 * @throws ActionError `connection_error`, `timeout`, `rejected` (answer too large, address refused) or `cancelled`
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** Time as the runner sees it. */
export interface Clock {
  now(): Date;
  /** Calls back at or after the instant, once; returns a function that calls it off. */
  at(instant: Date, callback: () => void): () => void;
}

/** Where secrets are kept. */
export interface Secrets {
  /** The value, or undefined when no secret has this name. */
  reveal(name: string): Promise<string | undefined>;
}
