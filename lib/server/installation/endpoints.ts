import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, readAddress } from '../adapters/egress/address';
import { canonicalHost, isLoopbackName } from '../adapters/egress/host';
import type { EgressSetting } from '../adapters/egress/setting';
import type { Config } from '../config';
import type { ListenerEndpoint } from '../store/installation-view';

/** The settings that say where a process listens and what it lets pipelines call. */
export type ListenerConfig = Pick<
  Config,
  'host' | 'hosts' | 'port' | 'runsWorker' | 'restate' | 'egressMode' | 'egressAllow'
>;

/** Where a process with these settings listens. */
export function endpointsOf(config: ListenerConfig, kind: 'web' | 'worker'): readonly ListenerEndpoint[] {
  const { host, hosts, port, restate, runsWorker } = config;
  const names = hosts.flatMap((name) => canonicalHost(name) ?? []);
  const web = kind === 'web' ? reachedAt(host, port, names) : [];
  const engine = restate && runsWorker ? reachedAt(restate.serviceHost, restate.servicePort) : [];
  return [...web, ...engine];
}

/** What a web process is set to let pipelines call: private addresses too, while nobody else reaches it. */
export function egressSettingOf({ egressMode, egressAllow, host, hosts }: ListenerConfig): EgressSetting {
  const isLocal = [host, ...hosts].every(isLoopbackName);
  return { mode: egressMode ?? (isLocal ? 'open' : 'public'), allow: egressAllow };
}

function reachedAt(bound: string, port: number, names: readonly string[] = []): ListenerEndpoint[] {
  const hosts = new Set(['localhost', ...names, ...outwardAddresses(bound)]);
  return [...hosts].map((host) => ({ host, port }));
}

/** Addresses of this machine at which others reach what listens on `bound`; a name may stand for any of them. */
function outwardAddresses(bound: string): string[] {
  if (isLoopbackName(bound)) return [];
  if (isIP(bound) !== 0 && readAddress(bound).range() !== 'unspecified') return [canonicalAddress(bound)];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => canonicalAddress(address));
}
