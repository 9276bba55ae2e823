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
  /** What this process is set to; it can only narrow what holds for the installation. */
  readonly limits: Partial<EgressSetting>;
  /** Where this process listens, whether or not the database knows it. */
  readonly endpoints: readonly ListenerEndpoint[];
  /** What holds while nothing is known of the installation. */
  readonly unknown: Pick<EgressPolicy, 'mode' | 'allow' | 'whyPublic'>;
}

/** The policy of this process, from what it knows of the installation at each moment. */
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

/** What a server process calls while no web process has said what may be called, or can be asked. */
export const UNKNOWN_TO_SERVER: PolicyOptions['unknown'] = {
  ...PUBLIC_ONLY,
  whyPublic: () =>
    'is not called while this process does not know what the installation allows. ' +
    'Start a web process with the same DATABASE_URL, and check that the database answers.',
};

/** What the command line calls where no server has left word: what the person says, or else the internet alone. */
export function unknownToCommandLine(asked: Partial<EgressSetting>): PolicyOptions['unknown'] {
  return {
    mode: asked.mode ?? PUBLIC_ONLY.mode,
    allow: asked.allow ?? PUBLIC_ONLY.allow,
    whyPublic: (to) =>
      'the command line calls only where a server of this data folder, or you, allow it. ' +
      `Add --egress open, or set EGRESS_ALLOW=${hostAndPort(to)}.`,
  };
}
