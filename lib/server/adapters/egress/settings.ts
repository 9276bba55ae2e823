import type { Config } from '../../config';
import { isLoopbackName } from './host';
import { databaseEndpoints, restateEndpoint } from './own';
import type { EgressPolicy } from './policy';

/** The settings that decide what pipelines may call. */
export type EgressConfig = Pick<
  Config,
  'host' | 'hosts' | 'port' | 'databaseUrl' | 'egressMode' | 'egressAllow' | 'restate'
>;

/**
 * The policy that the settings ask for. Without EGRESS_MODE a server that only this machine can reach may call anything
 * private, and so may the command line; any other server calls the internet alone.
 */
export function egressPolicyOf(
  config: EgressConfig,
  use: 'server' | 'command line' = 'server',
): EgressPolicy {
  const isLocal = use === 'command line' || [config.host, ...config.hosts].every(isLoopbackName);
  const { restate, port } = config;
  const engine = restate ? [restate.url, restate.adminUrl].map(restateEndpoint) : [];
  return {
    mode: config.egressMode ?? (isLocal ? 'open' : 'public'),
    allow: config.egressAllow,
    own: {
      ports: restate ? [port, restate.servicePort] : [port],
      databases: [...databaseEndpoints(config.databaseUrl), ...engine],
    },
  };
}
