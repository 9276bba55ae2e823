import type { Duplex } from 'node:stream';
import { ActionError } from '@/engine';
import { canonicalHost } from '../egress/host';
import { checkSecretHosts } from '../egress/secret-hosts';
import type { Hop } from './hop';
import { bareHost } from './url';

/** An HTTP service inside this process: no connection leaves the process, and no port is open. */
export interface InProcessService {
  /** The name that requests use, in canonical form; it is never looked up. */
  readonly host: string;
  /** The caller's end of a new connection. */
  connect(): Duplex;
}

/**
 * Connects to the service that a request names; undefined when it names another host.
 * @throws ActionError `rejected` for any other port or protocol of its name, and for secrets of other hosts
 */
export function connectInProcess(
  { url, secrets }: Pick<Hop, 'url' | 'secrets'>,
  service: InProcessService | undefined,
): Duplex | undefined {
  if (service === undefined || canonicalHost(bareHost(url)) !== service.host) return undefined;
  if (url.protocol !== 'http:' || url.port !== '') {
    throw new ActionError(
      'rejected',
      `${url.host} is a service inside Pipewright, without TLS and other ports. Use http://${service.host}.`,
    );
  }
  checkSecretHosts(service.host, secrets);
  return service.connect();
}
