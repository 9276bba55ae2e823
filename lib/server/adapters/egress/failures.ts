import { ActionError } from '@/engine';

/** Explanations of network error codes, with advice. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused. Check that the service is running.',
  ECONNRESET:
    'the connection was closed before the response was complete. Try again, or check the log of the service.',
  EPIPE: 'the connection was closed while the request was sent. Try again, or check the log of the service.',
  ENOTFOUND: 'host not found. Check the spelling of the address.',
  EAI_AGAIN: 'the name could not be looked up. Check the network and its DNS.',
  ETIMEDOUT: 'connection timed out. Check that the server can reach the address.',
  EHOSTUNREACH: 'no route to the host. Check the network.',
  ENETUNREACH: 'no route to the network. Check the network.',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew the certificate.',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clocks of both machines.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Trust the certificate on this machine.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that is not trusted here. Trust it on this machine.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate cannot be verified. Check that the service sends the whole chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that is not trusted here. Trust it on this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name. Check the address.',
};

/**
 * Classifies a failure of a connection; returns classified failures unchanged.
 * @param where such as `host:port`
 */
export function connectionFailure(error: unknown, where: string): ActionError {
  if (error instanceof ActionError) return error;
  const code = codeOf(error);
  const known = code === undefined ? undefined : CAUSES[code];
  const why =
    known ??
    `the connection failed${code === undefined ? '' : ` (${code})`}. Check the address and the network.`;
  return new ActionError('connection_error', `Cannot reach ${where}: ${why}`, {
    ...(code === undefined ? {} : { code }),
    cause: error,
  });
}

/**
 * Why an operation was aborted: the signal's own failure, otherwise a timeout or a cancellation.
 * @param where such as `host:port`
 */
export function abortFailure(signal: AbortSignal, where: string): ActionError {
  const reason: unknown = signal.reason;
  if (reason instanceof ActionError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new ActionError(
      'timeout',
      `${where} did not respond in time. Raise the timeout or try again later.`,
      {
        cause: reason,
      },
    );
  }
  return new ActionError('cancelled', `The request to ${where} was cancelled.`, { cause: reason });
}

/** The code of the error, or of the first error when several addresses failed. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}
