import type { JsonObject } from '../json';

/** How many pipelines may start each other in a row. A chain that never ends is a mistake. */
export const MAX_CHAIN = 10;

/** A run that has ended, as pipelines that start after it see it. */
export interface FinishedRun {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly outputs: JsonObject;
  readonly error: { readonly kind: string; readonly message: string; readonly code?: string } | null;
  readonly pipeline: { readonly id: string; readonly name: string };
}

/** What templates read as `trigger` when another pipeline has finished. */
export function finishedTrigger({ pipeline, error, ...run }: FinishedRun): JsonObject {
  return {
    run: {
      id: run.id,
      number: run.number,
      status: run.status,
      outputs: run.outputs,
      error: error && {
        kind: error.kind,
        message: error.message,
        ...(error.code === undefined ? {} : { code: error.code }),
      },
    },
    pipeline: { ...pipeline },
  };
}
