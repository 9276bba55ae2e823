import { ActionError } from '@/engine';
import type { RevealedSecret } from '@/engine/ports';
import { canonicalHost } from './host';
import { hostMatches } from './rules';

/**
 * Refuses a host that any secret of the attempt does not list; a secret with an empty list may go anywhere.
 * @throws ActionError `rejected`, which names the secret
 */
export function checkSecretHosts(host: string, secrets: readonly RevealedSecret[] = []): void {
  for (const { name, hosts } of secrets) {
    if (hosts.length === 0 || hosts.some((allowed) => allows(allowed, host))) continue;
    throw new ActionError(
      'rejected',
      `The secret ${name} is allowed only for ${hosts.join(', ')}, not for ${host}. ` +
        'Add the host to the secret, or remove the secret from this step.',
    );
  }
}

function allows(written: string, host: string): boolean {
  const isPattern = written.startsWith('*.');
  const allowed = canonicalHost(isPattern ? written.slice(2) : written);
  return allowed !== undefined && hostMatches(host, isPattern ? `*.${allowed}` : allowed);
}
