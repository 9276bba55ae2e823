import type { IncomingMessage, ServerResponse } from 'node:http';
import { readAddress } from '../../adapters/egress/address';
import { Unavailable } from '../../services/errors';

/** The path of event streams, the only unlimited responses. */
const STREAM = '/events';

export function isStream({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  const [path = ''] = url.split('?', 1);
  return path.endsWith(STREAM);
}

/**
 * Limits the open event streams of each client address.
 * @param most open streams of one address
 */
export function createStreamLimit(most: number) {
  const open = new Map<string, number>();
  const leave = (client: string) => {
    const left = (open.get(client) ?? 1) - 1;
    if (left > 0) open.set(client, left);
    else open.delete(client);
  };
  /** @throws Unavailable when the client has too many streams */
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!isStream(request)) return;
    const client = clientOf(request.socket.remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= most) {
      throw new Unavailable(
        `${client} has ${count} event streams open, which is the limit. Close some, or set STREAMS_PER_CLIENT higher.`,
      );
    }
    open.set(client, count + 1);
    response.once('close', () => leave(client));
  };
}

/** An IPv6 client commonly has a whole /64. RFC 6177. */
function clientOf(remote: string | undefined): string {
  if (remote === undefined) return 'This client';
  const address = readAddress(remote);
  if (address.kind() === 'ipv4' || address.range() === 'loopback') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
