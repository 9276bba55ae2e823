import { RUN_STATUSES, type RunStatus } from '@/engine';

/** Which runs are listed. */
export interface RunChoice {
  readonly status: RunStatus | undefined;
  /** Id of a pipeline. */
  readonly pipeline: string | undefined;
}

/** Reads a status from the address; anything else is none. */
export function asRunStatus(text: unknown): RunStatus | undefined {
  return RUN_STATUSES.find((status) => status === text);
}
