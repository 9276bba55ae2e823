import { RUN_FILTERS, type RunFilter } from '@/lib/contracts/runs';

/** Which runs are listed. */
export interface RunChoice {
  readonly status: RunFilter | undefined;
  /** Id of a pipeline. */
  readonly pipeline: string | undefined;
  /** Only those that are kept by hand. */
  readonly kept: boolean;
}

/** Reads a status from the address; anything else is none. */
export function asRunStatus(text: unknown): RunFilter | undefined {
  return RUN_FILTERS.find((status) => status === text);
}
