/** The entry point for running pipelines in this process, without server and database, for the command line. */
import type { Journal, TestPorts } from '@/engine';
import type { Clock, World } from '@/engine/ports';
import { systemClock } from './adapters/clock';
import type { EgressMode } from './adapters/egress/policy';
import { createSandbox } from './adapters/sandbox';
import { testPorts } from './adapters/test-ports';
import { readServerConfig } from './config';
import { localWorld } from './world';

export { EGRESS_MODES, type EgressMode } from './adapters/egress/policy';
export { ConfigError } from './config';
export { newId } from './ids';

/** The ports of a single process on one machine. */
export interface LocalPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly journal: Journal;
}

/** Limit of steps in a pipeline. @throws ConfigError when a setting is invalid */
export function localMaxSteps(): number {
  return readServerConfig().maxSteps;
}

/**
 * Opens the ports. The journal is not stored: a run lasts as long as the process.
 * @param egress what may be called; EGRESS_MODE by default
 * @throws ConfigError when a setting is invalid, although few settings matter here: the server would refuse them
 * too
 */
export function openLocalPorts(egress?: EgressMode): LocalPorts {
  const config = readServerConfig();
  return {
    clock: systemClock,
    world: localWorld(config, egress),
    journal: { append: async () => undefined },
  };
}

/** The ports of pipeline tests, which open no connection. */
interface LocalTestPorts extends TestPorts {
  close(): Promise<void>;
}

/** Opens the ports of pipeline tests. */
export function openTestPorts(): LocalTestPorts {
  const sandbox = createSandbox();
  return { ...testPorts(sandbox), close: () => sandbox.close() };
}
