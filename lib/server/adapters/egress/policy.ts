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
/** `open`: private addresses too; `public`: the internet; `allowlist`: what the rules name. Rules add to each. */
export type EgressMode = (typeof EGRESS_MODES)[number];

/** Where outgoing connections may go. */
export interface EgressPolicy {
  readonly mode: EgressMode;
  readonly allow: readonly AllowRule[];
  readonly own: OwnEndpoints;
  /** Why private addresses are not called and what to do, after “which”. @default that the server serves other machines */
  readonly whyPublic?: (to: Destination) => string;
}

/** A policy that follows the installation's setting. */
export interface LivePolicy {
  /** As last known, without waiting. */
  readonly last: EgressPolicy;
  /** As of now. Never rejects: what cannot be known is as strict as can be. */
  current(): Promise<EgressPolicy>;
}

/** A target with its host in canonical spelling. */
export type Destination = Pick<DialTarget, 'port' | 'purpose'> & { readonly host: string };

/** What can be refused by the name alone. @throws ActionError `rejected` */
export function checkName(to: Destination, policy: EgressPolicy, databases: readonly OwnDatabase[]): void {
  const own = ownRefusal(to, policy.own, databases);
  if (own !== undefined) throw refused(to, own);
  const couldMatch = policy.allow.filter((rule) => !('host' in rule) || hostMatches(to.host, rule.host));
  const isNamed = couldMatch.some((rule) => rule.port === to.port);
  if (isRefusedPort(to.port, to.purpose) && !isNamed) throw refusedPort(to);
  const isCovered = isNamed || couldMatch.some((rule) => rule.port === undefined);
  if (policy.mode === 'allowlist' && !isCovered) throw notListed(to);
}

/** Refuses an address that the target's host is, or leads to. @throws ActionError `rejected` */
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
  if (isNobodys(address)) throw refused(to, 'is not an address that can be called. Check it.');
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
    `is on a port that other protocols use, and is not called. If it is meant, allow it with EGRESS_ALLOW=${hostAndPort(to)}.`,
  );
}

function notListed(to: Destination): ActionError {
  return refused(
    to,
    `is not on this server’s list of addresses to call. Allow it with EGRESS_ALLOW=${hostAndPort(to)}.`,
  );
}

/** What a name leads to is not told: names of a private network are nobody's business. */
function notPublic(address: Address, to: Destination, policy: EgressPolicy): ActionError {
  const what =
    isIP(to.host) === 0
      ? `${to.host} leads to what is ${kindOf(address)}`
      : `${to.host} is ${kindOf(address)}`;
  return new ActionError('rejected', `${what}, which ${(policy.whyPublic ?? servesOthers)(to)}`);
}

function servesOthers(to: Destination): string {
  return (
    'this server does not call while it serves other machines. ' +
    `Allow it with EGRESS_ALLOW=${hostAndPort(to)}, or set EGRESS_MODE=open.`
  );
}
