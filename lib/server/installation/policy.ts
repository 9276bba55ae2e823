import { hostAndPort } from '../adapters/egress/host';
import { databaseEndpoints, restateEndpoint } from '../adapters/egress/own';
import type { EgressPolicy, LivePolicy } from '../adapters/egress/policy';
import { type EgressSetting, PUBLIC_ONLY, strictest } from '../adapters/egress/setting';
import type { DatabaseSettings } from '../db/settings';
import type { InstallationView, ListenerEndpoint } from '../store/installation-view';
import type { ListenerSettings } from './endpoints';
import type { FreshView } from './fresh-view';

export interface PolicyOptions {
  readonly config: Pick<DatabaseSettings, 'databaseUrl'> & Pick<ListenerSettings, 'restate'>;
  /** Settings of this process, which can only narrow the setting of the installation. */
  readonly limits: Partial<EgressSetting>;
  /** Addresses of this process, whether or not they are in the database. */
  readonly endpoints: readonly ListenerEndpoint[];
  /** The policy while the installation is unknown. */
  readonly unknown: Pick<EgressPolicy, 'mode' | 'allow' | 'whyPublic'>;
}

/** The policy of this process, from the current view of the installation. */
export function livePolicy(view: FreshView, options: PolicyOptions): LivePolicy {
  return {
    get last() {
      return policyOf(view.last, options);
    },
    current: async () => policyOf(await view.current(), options),
  };
}

function policyOf(view: InstallationView | undefined, options: PolicyOptions): EgressPolicy {
  const { config, limits, endpoints, unknown } = options;
  const { databaseUrl, restate } = config;
  const listeners = [...endpoints, ...(view?.endpoints ?? [])];
  const engine = restate ? [restate.url, restate.adminUrl].map(restateEndpoint) : [];
  return {
    ...(view?.egress ? strictest(view.egress, limits) : unknown),
    own: {
      ports: listeners.map(({ port }) => port),
      listeners,
      databases: [...databaseEndpoints(databaseUrl), ...engine],
    },
  };
}

/** The policy of a server process while the setting of the installation is unknown. */
export const UNKNOWN_TO_SERVER: PolicyOptions['unknown'] = {
  ...PUBLIC_ONLY,
  whyPublic: () =>
    'is blocked while this process does not know the egress setting of the installation. ' +
    'Start a web process with the same DATABASE_URL, and check that the database responds.',
};

/** The policy of the command line without a known server: its options, otherwise the internet only. */
export function unknownToCommandLine(asked: Partial<EgressSetting>): PolicyOptions['unknown'] {
  return {
    mode: asked.mode ?? PUBLIC_ONLY.mode,
    allow: asked.allow ?? PUBLIC_ONLY.allow,
    whyPublic: (to) =>
      'the command line calls only if a server of this data folder or an option allows it. ' +
      `Add --egress open, or set EGRESS_ALLOW=${hostAndPort(to)}.`,
  };
}
