import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, readAddress } from '../adapters/egress/address';
import { canonicalHost, isLoopbackName } from '../adapters/egress/host';
import type { EgressMode } from '../adapters/egress/policy';
import type { AllowRule } from '../adapters/egress/rules';
import type { EgressSetting } from '../adapters/egress/setting';
import type { ListenerEndpoint } from '../store/installation-view';

interface RestateAddress {
  readonly url: string;
  readonly adminUrl: string;
  readonly serviceHost: string;
  readonly servicePort: number;
}

/** Settings of the address on which a process listens and of egress. */
export interface ListenerSettings {
  /** @default 3000 */
  readonly port: number;
  /** @default "127.0.0.1" */
  readonly host: string;
  /** Accepted host names besides this machine's own, from PIPEWRIGHT_HOSTS and HOST. */
  readonly hosts: readonly string[];
  /** Whether the web process also executes runs; false with PIPEWRIGHT_WORKER=off. */
  readonly runsWorker: boolean;
  /** Where Restate is, and where it reaches this process; undefined without Restate. */
  readonly restate: RestateAddress | undefined;
  /** What pipelines may call, from EGRESS_MODE; undefined to derive it from the other settings. */
  readonly egressMode: EgressMode | undefined;
  /** Further targets that pipelines may call, from EGRESS_ALLOW. */
  readonly egressAllow: readonly AllowRule[];
}

/** The addresses of a process with these settings. */
export function endpointsOf(config: ListenerSettings, kind: 'web' | 'worker'): readonly ListenerEndpoint[] {
  const { host, hosts, port, restate, runsWorker } = config;
  const names = hosts.flatMap((name) => canonicalHost(name) ?? []);
  const web = kind === 'web' ? reachedAt(host, port, names) : [];
  const engine = restate && runsWorker ? reachedAt(restate.serviceHost, restate.servicePort) : [];
  return [...web, ...engine];
}

/**
 * The egress setting of a web process: by default `open` if only this machine reaches it, otherwise `public`.
 */
export function egressSettingOf({ egressMode, egressAllow, host, hosts }: ListenerSettings): EgressSetting {
  const isLocal = [host, ...hosts].every(isLoopbackName);
  return { mode: egressMode ?? (isLocal ? 'open' : 'public'), allow: egressAllow };
}

function reachedAt(bound: string, port: number, names: readonly string[] = []): ListenerEndpoint[] {
  const hosts = new Set(['localhost', ...names, ...outwardAddresses(bound)]);
  return [...hosts].map((host) => ({ host, port }));
}

/** Addresses at which other machines reach a process that listens on `bound`; a name may mean any of them. */
function outwardAddresses(bound: string): string[] {
  if (isLoopbackName(bound)) return [];
  if (isIP(bound) !== 0 && readAddress(bound).range() !== 'unspecified') return [canonicalAddress(bound)];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => canonicalAddress(address));
}
