import { isLoopbackName } from './adapters/egress/host';
import { type Config, ConfigError } from './config';

/** Whether other machines reach the address that the server listens on. */
export function isReachable({ host }: Pick<Config, 'host'>): boolean {
  return !isLoopbackName(host);
}

/**
 * Lets the server start where only this machine reaches it, or where the settings say that everyone who does may use it.
 * @throws ConfigError otherwise
 */
export function requirePrivateAddress(config: Pick<Config, 'host' | 'allowUnauthenticated'>): void {
  if (!isReachable(config) || config.allowUnauthenticated) return;
  throw new ConfigError(
    `HOST ${config.host} can be reached by other machines, and Pipewright has no sign-in yet: set HOST to 127.0.0.1, or set PIPEWRIGHT_ALLOW_UNAUTHENTICATED=1 to let everyone who reaches it use every pipeline and secret.`,
  );
}
