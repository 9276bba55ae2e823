import { ActionError } from '@/engine/errors';

/** What each network code means to people, and what they can do about it. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused. Check that the service is running.',
  ECONNRESET:
    'the connection was closed before the answer was complete. Try again, or check the service’s log.',
  EPIPE: 'the connection was closed while the request was sent. Try again, or check the service’s log.',
  ENOTFOUND: 'no such host. Check the spelling of the address.',
  EAI_AGAIN: 'the name could not be looked up. Check the network and its DNS.',
  ETIMEDOUT: 'no answer to the connection. Check that the address can be reached from here.',
  EHOSTUNREACH: 'no route to the host. Check the network.',
  ENETUNREACH: 'no route to the network. Check the network.',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew the certificate.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Trust the certificate on this machine.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that is not trusted here. Trust it on this machine.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate cannot be verified. Check that the service sends the whole chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that is not trusted here. Trust it on this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name. Check the address.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS. Check whether the address should start with http://.',
  EPROTO: 'the TLS handshake failed. Check whether the address should start with http://.',
};

/** Failures while the connection is set up or used. @returns ActionError `connection_error`, or the error itself when already classified */
export function classify(error: unknown, url: URL): ActionError {
  if (error instanceof ActionError) return error;
  const code = codeOf(error);
  return new ActionError('connection_error', `Cannot reach ${url.host}: ${explain(code)}`, {
    ...(code === undefined ? {} : { code }),
    cause: error,
  });
}

/** Why a request was called off: the signal's own failure, else a timeout or a cancellation. */
export function classifyAbort(signal: AbortSignal, url: URL): ActionError {
  const { reason } = signal;
  if (reason instanceof ActionError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new ActionError('timeout', `${url.host} did not answer in time. Raise the timeout or try later.`, {
      cause: reason,
    });
  }
  return new ActionError('cancelled', `The request to ${url.host} was cancelled.`, { cause: reason });
}

function explain(code: string | undefined): string {
  const known = code === undefined ? undefined : CAUSES[code];
  if (known !== undefined) return known;
  if (code?.startsWith('HPE_')) return `its answer is not HTTP (${code}). Check the port and the scheme.`;
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT')) {
    return `its answer could not be decompressed (${code}). Check the service.`;
  }
  return `the connection failed${code === undefined ? '' : ` (${code})`}. Check the address and the network.`;
}

/** The code of the error, or of the first of several when every address of a name was tried. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}
