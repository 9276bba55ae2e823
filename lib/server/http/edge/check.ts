import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readAddress } from '../../adapters/egress/address';
import { Invalid } from '../../services/errors';
import { checkCaller } from '../caller';

/** A request without its body. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly socket: Pick<Socket, 'localAddress' | 'remoteAddress'>;
};

/**
 * Decides about a request before routes, pages, actions and static files see it.
 * @throws ServiceError when the request is refused
 */
export type RequestCheck = (request: RequestHead) => void;

/** The address on which the server listens. */
export interface ListenAddress {
  readonly port: number;
  /** Host names accepted on every address: PIPEWRIGHT_HOSTS and HOST. */
  readonly hosts: readonly string[];
}

/** Every check, in order. */
export function requestChecks(address: ListenAddress): readonly RequestCheck[] {
  return [checkUrl, checkHostAndOrigin(address)];
}

/**
 * Webhooks are called by other sites and authorized by address and signature. The pattern matches no other
 * route.
 */
const WEBHOOK = /^\/api\/v1\/hooks\/[\w-]+\/[\w-]+(\?|$)/;

const READS = ['GET', 'HEAD'];

function checkHostAndOrigin({ port, hosts }: ListenAddress): RequestCheck {
  return ({ method = '', url = '', headers, socket }) => {
    const mayChange = !READS.includes(method) || headers.origin !== undefined;
    checkCaller(
      { get: (name) => headers[name]?.toString() ?? null },
      {
        changes: mayChange && !WEBHOOK.test(url),
        allowedHosts: hosts,
        isLocal: isLoopback(socket.localAddress),
        port,
      },
    );
  };
}

/** Next would respond to an undecodable path with its own error. */
function checkUrl({ url = '' }: RequestHead): void {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/')) throw new Invalid('The request path must start with "/".');
  try {
    decodeURIComponent(path);
  } catch {
    throw new Invalid(`The path "${path}" has a "%" without a character after it. Write "%" as "%25".`);
  }
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && readAddress(address).range() === 'loopback';
}
