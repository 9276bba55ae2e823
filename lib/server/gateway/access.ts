import type { IncomingMessage } from 'node:http';
import { isLoopbackName } from '../adapters/egress/host';
import type { DeploymentRoute } from '../store/deployment-routes';
import { GatewayError } from './errors';
import { hashOfKey } from './key';

/** A request before its body is read. */
export type CallerHead = Pick<IncomingMessage, 'headers'> & {
  readonly socket: {
    readonly localAddress?: string | undefined;
    readonly remoteAddress?: string | undefined;
  };
};

/**
 * Admits a caller with a key of the deployment, from any address. Without a key, only callers on this machine are
 * admitted, and only unless keys are required: programs while the deployment has no keys, and pages of this server
 * always, since their users can create keys.
 *
 * The edge has already checked `Host` and `Origin`, so a request with an origin comes from a page of this server.
 * @returns the id of the key
 * @throws GatewayError 401
 */
export function checkAccess(
  request: CallerHead,
  { keys, name }: Pick<DeploymentRoute, 'keys' | 'name'>,
  isKeyRequired: boolean,
): string | undefined {
  const token = bearerOf(request.headers.authorization);
  if (token !== undefined) {
    // Compared by hash, so that the time of the comparison reveals nothing about a key.
    const hash = hashOfKey(token);
    const key = keys.find((each) => each.hash === hash);
    if (key) return key.id;
  }
  const isOpen = !isKeyRequired && isLocal(request);
  if (isOpen && (keys.length === 0 || (token === undefined && isPage(request)))) return undefined;
  throw new GatewayError(
    401,
    'invalid_api_key',
    token === undefined
      ? `The deployment ${name} needs a key. Send one with "authorization: Bearer"; keys are created on its page.`
      : `The key is not a key of the deployment ${name}, or it was revoked. Create one on the page of the deployment.`,
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

function bearerOf(header: string | undefined): string | undefined {
  const [scheme = '', token] = header?.trim().split(/\s+/) ?? [];
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/**
 * Whether the caller is on this machine. Behind a local proxy every caller has a loopback address, but the host name is
 * that of the proxy.
 */
function isLocal({ socket, headers }: CallerHead): boolean {
  const host = headers.host?.replace(/:\d{1,5}$/, '').replace(/^\[|\]$/g, '') ?? '';
  return [socket.localAddress, socket.remoteAddress, host].every(
    (name) => name !== undefined && isLoopbackName(name.replace(/^::ffff:/, '')),
  );
}

function isPage({ headers }: CallerHead): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
}
