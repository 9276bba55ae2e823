import { ActionError } from '@/engine';
import { codeOf, connectionFailure } from '../egress/failures';

/** Classifies a failure of a request or its response; returns classified failures unchanged. */
export function httpFailure(error: unknown, { host }: URL): ActionError {
  if (error instanceof ActionError) return error;
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ActionError('rejected', `The response headers of ${host} are larger than 16 kB.`, {
      code,
      cause: error,
    });
  }
  const why = code === undefined ? undefined : reasonOf(code);
  if (code === undefined || why === undefined) return connectionFailure(error, host);
  return new ActionError('connection_error', `Cannot reach ${host}: ${why}`, { code, cause: error });
}

function reasonOf(code: string): string | undefined {
  if (code.startsWith('HPE_')) return `the response is not HTTP (${code}). Check the port and the scheme.`;
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT')) {
    return `the response could not be decompressed (${code}). Check the service.`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return 'the service does not support TLS. Check whether the address should start with http://.';
  }
  return code === 'EPROTO' || code.startsWith('ERR_SSL_')
    ? 'the TLS handshake failed. Check whether the address should start with http://.'
    : undefined;
}
