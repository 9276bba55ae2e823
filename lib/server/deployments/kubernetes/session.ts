import type { SeenDeployment } from '../../adapters/clusters/provider';

/** What is known about one deployment between two calls of the controller. */
export interface Session {
  /** What was wanted when `seen` was read. */
  key: string;
  seen: SeenDeployment | undefined;
  /** When the last pass ended. */
  at: number;
  running: Promise<void> | undefined;
  /** Since when the cluster is not reachable. */
  downSince: string | undefined;
  /** Since when its requests in flight are waited for. */
  drainingSince: number | undefined;
  isGone: boolean;
}

export function newSession(): Session {
  return {
    ...{ key: '', seen: undefined, at: Number.NEGATIVE_INFINITY, running: undefined },
    ...{ downSince: undefined, drainingSince: undefined, isGone: false },
  };
}
