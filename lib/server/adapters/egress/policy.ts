import { isIP } from 'node:net';
import { ActionError } from '@/engine';
import { type Address, isNobodys, isPublic, kindOf, readAddress, readings } from './address';
import type { DialTarget } from './dialer';
import { hostAndPort } from './host';
import { neverCalled } from './metadata';
import { type OwnDatabase, type OwnEndpoints, ownRefusal } from './own';
import { isRefusedPort } from './ports';
import { type AllowRule, coverage, hostMatches } from './rules';

/** From the widest to the strictest. */
export const EGRESS_MODES = ['open', 'public', 'allowlist'] as const;
/**
 * `open`: private addresses too; `public`: the internet; `allowlist`: only targets of the rules. Rules extend
 * each mode.
 */
export type EgressMode = (typeof EGRESS_MODES)[number];

/** Where outgoing connections may go. */
export interface EgressPolicy {
  readonly mode: EgressMode;
  readonly allow: readonly AllowRule[];
  readonly own: OwnEndpoints;
  /**
   * Why private addresses are refused and what to do, as text after “which”.
   * @default that the server serves other machines
   */
  readonly whyPublic?: (to: Destination) => string;
}

/** A policy that follows the installation's setting. */
export interface LivePolicy {
  /** The last known policy, without waiting. */
  readonly last: EgressPolicy;
  /** The current policy. Never rejects: when it cannot be read, the strictest policy applies. */
  current(): Promise<EgressPolicy>;
}

/** A target with a canonical host. */
export type Destination = Pick<DialTarget, 'port' | 'purpose'> & { readonly host: string };

/**
 * Refuses targets by name alone.
 * @throws ActionError `rejected`
 */
export function checkName(to: Destination, policy: EgressPolicy, databases: readonly OwnDatabase[]): void {
  const own = ownRefusal(to, policy.own, databases);
  if (own !== undefined) throw refused(to, own);
  const couldMatch = policy.allow.filter((rule) => !('host' in rule) || hostMatches(to.host, rule.host));
  const isNamed = couldMatch.some((rule) => rule.port === to.port);
  if (isRefusedPort(to.port, to.purpose) && !isNamed) throw refusedPort(to);
  const isCovered = isNamed || couldMatch.some((rule) => rule.port === undefined);
  if (policy.mode === 'allowlist' && !isCovered) throw notListed(to);
}

/**
 * Refuses an address to which the target's host resolves.
 * @throws ActionError `rejected`
 */
export function checkAddress(
  literal: string,
  to: Destination,
  policy: EgressPolicy,
  databases: readonly OwnDatabase[],
): void {
  const address = readAddress(literal);
  for (const reading of readings(address)) {
    const never = neverCalled(reading) ?? ownRefusal({ ...to, address: reading }, policy.own, databases);
    if (never !== undefined) throw refused(to, never);
  }
  if (isNobodys(address)) throw refused(to, 'is not a valid target address. Check the address.');
  const covered = coverage(policy.allow, { ...to, address });
  if (isRefusedPort(to.port, to.purpose) && !covered.port) throw refusedPort(to);
  if (covered.address || policy.mode === 'open') return;
  if (policy.mode === 'allowlist') throw notListed(to);
  if (!isPublic(address)) throw notPublic(address, to, policy);
}

function refused(to: Destination, why: string): ActionError {
  return new ActionError('rejected', `${hostAndPort(to)} ${why}`);
}

function refusedPort(to: Destination): ActionError {
  return refused(
    to,
    `uses a port of another protocol, which is blocked. To allow it, set EGRESS_ALLOW=${hostAndPort(to)}.`,
  );
}

function notListed(to: Destination): ActionError {
  return refused(
    to,
    `is not in this server’s list of allowed addresses. Allow it with EGRESS_ALLOW=${hostAndPort(to)}.`,
  );
}

/** The message omits the address: it could reveal the addresses of a private network. */
function notPublic(address: Address, to: Destination, policy: EgressPolicy): ActionError {
  const what =
    isIP(to.host) === 0 ? `${to.host} resolves to ${kindOf(address)}` : `${to.host} is ${kindOf(address)}`;
  return new ActionError('rejected', `${what}, which ${(policy.whyPublic ?? servesOthers)(to)}`);
}

function servesOthers(to: Destination): string {
  return (
    'this server does not call while it serves other machines. ' +
    `Allow it with EGRESS_ALLOW=${hostAndPort(to)}, or set EGRESS_MODE=open.`
  );
}
