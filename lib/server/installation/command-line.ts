import type { EgressMode, LivePolicy } from '../adapters/egress/policy';
import { UNKNOWN_MARK } from '../adapters/http/mark';
import { connect } from '../db/connect';
import type { DatabaseSettings } from '../db/settings';
import { readInstallation } from '../store/installation';
import type { InstallationView } from '../store/installation-view';
import type { ListenerSettings } from './endpoints';
import { FreshView } from './fresh-view';
import { combined, readNotices } from './notice';
import { livePolicy, unknownToCommandLine } from './policy';

/** How long a reading is reused, in ms: each reading opens a connection. */
const FRESH_MS = 10_000;
/** Timeout of the connection to the database, in seconds. */
const CONNECT_SECONDS = 2;

type CommandLineSettings = Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'> &
  Pick<ListenerSettings, 'egressAllow' | 'egressMode' | 'port' | 'restate'>;

/** The egress policy of the command line, from the database and the data folder in its settings. */
export function commandLineEgress(
  config: CommandLineSettings,
  asked: EgressMode | undefined,
): { readonly policy: LivePolicy; readonly mark: () => string } {
  const { egressAllow: allow, port, egressMode } = config;
  const mode = asked ?? egressMode;
  const limits = { ...(mode ? { mode } : {}), ...(allow.length > 0 ? { allow } : {}) };
  const view = new FreshView({ read: () => readAll(config), freshMs: FRESH_MS });
  const policy = livePolicy(view, {
    config,
    limits,
    // The address of a server with these settings, if one runs.
    endpoints: [{ host: 'localhost', port }],
    unknown: unknownToCommandLine(limits),
  });
  return { policy, mark: () => view.last?.id ?? UNKNOWN_MARK };
}

/** @throws when no server has stored its view */
async function readAll({ dataDir, databaseUrl }: CommandLineSettings): Promise<InstallationView> {
  const [notices, kept] = await Promise.all([readNotices(dataDir), readDatabase(databaseUrl)]);
  const view = combined([...notices, ...kept]);
  if (!view) throw new Error('No server has stored an egress setting.');
  return view;
}

async function readDatabase(url: string | undefined): Promise<readonly InstallationView[]> {
  if (url === undefined) return [];
  const sql = connect({ kind: 'url', url }, { max: 1, connect_timeout: CONNECT_SECONDS });
  try {
    return [(await readInstallation(sql)).view];
  } catch {
    // Without its database, no server is known, and the strictest policy applies.
    return [];
  } finally {
    await sql.end({ timeout: 1 });
  }
}
