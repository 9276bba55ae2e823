/** Codes in the error format of the OpenAI API. */
export type GatewayErrorCode =
  | 'invalid_request'
  | 'invalid_api_key'
  | 'forbidden'
  | 'not_found'
  | 'deployment_not_found'
  | 'method_not_allowed'
  | 'request_too_large'
  | 'rate_limit_exceeded'
  | 'internal'
  | 'replica_failed'
  | 'no_ready_replica'
  | 'overloaded'
  | 'unavailable'
  | 'replica_timeout';

interface GatewayErrorOptions {
  /** Value of Retry-After. */
  readonly retrySeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A request that the gateway answers itself. */
export class GatewayError extends Error {
  readonly status: number;
  readonly code: GatewayErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: GatewayErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'GatewayError';
    this.status = status;
    this.code = code;
    const { retrySeconds, headers } = options;
    this.headers = { ...headers, ...(retrySeconds !== undefined && { 'retry-after': String(retrySeconds) }) };
  }

  /** The body, in the format of the OpenAI API. */
  get body(): string {
    const { message, code } = this;
    return JSON.stringify({ error: { message, type: typeOf(this), param: null, code } });
  }
}

function typeOf({ status, code }: GatewayError): string {
  if (code === 'rate_limit_exceeded') return 'rate_limit_exceeded';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
