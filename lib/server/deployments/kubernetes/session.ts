import type { SeenDeployment } from '../../adapters/clusters/provider';

/** The state of one deployment between two calls of the controller. */
export interface Session {
  /** The desired state for which `seen` was read. */
  key: string;
  seen: SeenDeployment | undefined;
  /** The desired state of the last pass, also of one that failed. */
  tried: string;
  /** End of the last pass. */
  at: number;
  running: Promise<void> | undefined;
  /** When the cluster became unreachable. */
  downSince: string | undefined;
  /** When draining began. */
  drainingSince: number | undefined;
  isGone: boolean;
}

export function newSession(): Session {
  return {
    ...{ key: '', seen: undefined, tried: '', at: Number.NEGATIVE_INFINITY, running: undefined },
    ...{ downSince: undefined, drainingSince: undefined, isGone: false },
  };
}
