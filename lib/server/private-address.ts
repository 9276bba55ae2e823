import { isLoopbackName } from './adapters/egress/host';
import { type Config, ConfigError } from './config';

/** Whether other machines can reach the listen address. */
export function isReachable({ host }: Pick<Config, 'host'>): boolean {
  return !isLoopbackName(host);
}

/**
 * Allows the start when only this machine can reach the server, or when the settings allow unauthenticated use.
 * @throws ConfigError otherwise
 */
export function requirePrivateAddress(config: Pick<Config, 'host' | 'allowUnauthenticated'>): void {
  if (!isReachable(config) || config.allowUnauthenticated) return;
  throw new ConfigError(
    `HOST ${config.host} is reachable from other machines, and Pipewright has no sign-in. Set HOST to 127.0.0.1, or set PIPEWRIGHT_ALLOW_UNAUTHENTICATED=1 to let everyone who can reach it use every pipeline and secret.`,
  );
}

/** Whether programs on this machine need a key for deployments, as all others do. */
export function requiresKeys(config: Pick<Config, 'host' | 'allowUnauthenticated'>): boolean {
  return isReachable(config) || config.allowUnauthenticated;
}
