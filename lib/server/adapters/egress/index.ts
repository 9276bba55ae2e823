import dns from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { ActionError } from '@/engine';
import { deadlineOf, unlessAborted } from '../../deadline';
import { canonicalAddress, readAddress } from './address';
import { connectToFirst } from './connect';
import type { Dialer, DialTarget } from './dialer';
import { abortFailure, connectionFailure } from './failures';
import { canonicalHost, hostAndPort } from './host';
import { literalDatabases, type OwnDatabase } from './own';
import { checkAddress, checkName, type Destination, type EgressPolicy, type LivePolicy } from './policy';
import { checkSecretHosts } from './secret-hosts';

export type { Dialer } from './dialer';
export type { EgressPolicy, LivePolicy } from './policy';

/** Returns every address of a name; throws an error with a code, as `dns.lookup` does. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const CONNECT_MS = 10_000;

const systemLookup: Lookup = async (host) =>
  (await dns.lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Checks every connection against the current policy.
 * @param options.lookup for tests of names whose addresses change
 */
export function createDialer(
  policy: EgressPolicy | LivePolicy,
  options: { readonly lookup?: Lookup } = {},
): Dialer {
  const lookup = options.lookup ?? systemLookup;
  const live = 'current' in policy ? policy : { last: policy, current: () => Promise.resolve(policy) };
  return {
    check: (target) => void checkTarget(target, live.last),
    async connect(target) {
      const current = await live.current();
      const to = checkTarget(target, current);
      const { timeoutMs = CONNECT_MS } = target;
      const deadline = deadlineOf(target.signal, timeoutMs, () => tooSlow(to, timeoutMs));
      try {
        const addresses = await addressesOf(to, current, lookup, deadline.signal);
        return checkPeer(await connectToFirst(addresses, to.port, deadline.signal), addresses, to);
      } catch (error) {
        if (deadline.signal.aborted) throw abortFailure(deadline.signal, hostAndPort(to));
        throw connectionFailure(error, hostAndPort(to));
      } finally {
        deadline.done();
      }
    },
  };
}

/** The canonical target, after all checks that need no look-up. */
function checkTarget(target: Omit<DialTarget, 'signal'>, policy: EgressPolicy): Destination {
  const { port, purpose } = target;
  const host = canonicalHost(target.host);
  if (host === undefined) throw new ActionError('rejected', 'The address has no valid host.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ActionError('rejected', `The port of ${host} is invalid. Use a port from 1 to 65535.`);
  }
  const to = { host, port, purpose };
  checkSecretHosts(host, target.secrets);
  const databases = literalDatabases(policy.own, port);
  if (isIP(host) === 0) checkName(to, policy, databases);
  else checkAddress(host, to, policy, databases);
  return to;
}

/** The addresses of the target, looked up once and all checked. */
async function addressesOf(
  to: Destination,
  policy: EgressPolicy,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const find = async (host: string) => {
    const found = isIP(host) === 0 ? await unlessAborted(lookup(host), signal) : [host];
    if (found.length === 0) throw Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
    return found;
  };
  const found = await find(to.host);
  const databases = await Promise.all(
    literalDatabases(policy.own, to.port).map(
      async (one): Promise<OwnDatabase> => ({
        ...one,
        addresses: (await find(one.host)).map(readAddress),
      }),
    ),
  );
  for (const address of found) checkAddress(address, to, policy, databases);
  return found.map(dialable);
}

/** An unspecified address reaches this machine. Replaced by loopback, the peer address can be checked. */
function dialable(literal: string): string {
  const address = canonicalAddress(literal);
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

/** The peer must be one of the checked addresses. */
function checkPeer(socket: Socket, addresses: readonly string[], to: Destination): Socket {
  const peer = socket.remoteAddress;
  if (peer !== undefined && addresses.includes(canonicalAddress(peer))) return socket;
  socket.destroy();
  if (peer === undefined) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  throw new ActionError(
    'rejected',
    `${hostAndPort(to)} connected to a different address than the checked one.`,
  );
}

function tooSlow(to: Destination, ms: number): ActionError {
  return new ActionError(
    'timeout',
    `${hostAndPort(to)} did not accept a connection within ${ms / 1000} s. Check that this server can reach it.`,
    { code: 'ETIMEDOUT' },
  );
}
