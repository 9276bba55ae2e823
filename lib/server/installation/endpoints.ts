import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, readAddress } from '../adapters/egress/address';
import { canonicalHost, isLoopbackName } from '../adapters/egress/host';
import type { EgressMode } from '../adapters/egress/policy';
import type { AllowRule } from '../adapters/egress/rules';
import type { EgressSetting } from '../adapters/egress/setting';
import type { ListenerEndpoint } from '../store/installation-view';

/** Where Restate is, and where it reaches this process. */
interface RestateAddress {
  readonly url: string;
  readonly adminUrl: string;
  readonly serviceHost: string;
  readonly servicePort: number;
}

/** The settings that say where a process listens and what it lets pipelines call. */
export interface ListenerSettings {
  /** @default 3000 */
  readonly port: number;
  /** @default "127.0.0.1" */
  readonly host: string;
  /** Host names the server answers to besides this machine's own, from PIPEWRIGHT_HOSTS and HOST. */
  readonly hosts: readonly string[];
  /** Whether the web process also executes runs; PIPEWRIGHT_WORKER=off says no. */
  readonly runsWorker: boolean;
  /** Where Restate is, and where it reaches this process; undefined without Restate. */
  readonly restate: RestateAddress | undefined;
  /** What pipelines may call, from EGRESS_MODE; undefined when the rest of the settings decides. */
  readonly egressMode: EgressMode | undefined;
  /** What pipelines may call besides, from EGRESS_ALLOW. */
  readonly egressAllow: readonly AllowRule[];
}

/** Where a process with these settings listens. */
export function endpointsOf(config: ListenerSettings, kind: 'web' | 'worker'): readonly ListenerEndpoint[] {
  const { host, hosts, port, restate, runsWorker } = config;
  const names = hosts.flatMap((name) => canonicalHost(name) ?? []);
  const web = kind === 'web' ? reachedAt(host, port, names) : [];
  const engine = restate && runsWorker ? reachedAt(restate.serviceHost, restate.servicePort) : [];
  return [...web, ...engine];
}

/** What a web process is set to let pipelines call: private addresses too, while nobody else reaches it. */
export function egressSettingOf({ egressMode, egressAllow, host, hosts }: ListenerSettings): EgressSetting {
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
