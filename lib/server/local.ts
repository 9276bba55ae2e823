/** The door for running pipelines in this process, with no server and no database: what the command line needs. */
import type { Clock, Journal, World } from '@/engine';
import { systemClock } from './adapters/clock';
import type { EgressMode } from './adapters/egress/policy';
import { readServerConfig } from './config';
import { localWorld } from './world';

export { EGRESS_MODES, type EgressMode } from './adapters/egress/policy';
export { ConfigError } from './config';
export { newId } from './ids';

/** The outside world as one process on one machine has it. */
export interface LocalPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly journal: Journal;
}

/** Most steps of a pipeline. @throws ConfigError when a setting is wrong */
export function localMaxSteps(): number {
  return readServerConfig().maxSteps;
}

/**
 * Opens the ports. The journal keeps nothing: the run lives as long as the process.
 * @param egress what may be called where no server says it; EGRESS_MODE when left out
 * @throws ConfigError when a setting is wrong, although few of them matter here: better told now than in the server
 */
export function openLocalPorts(egress?: EgressMode): LocalPorts {
  const config = readServerConfig();
  return {
    clock: systemClock,
    world: localWorld(config, egress),
    journal: { append: async () => undefined },
  };
}
