import type { JsonObject } from '../json';

/** Largest number of pipelines that may start each other in a row, to end endless chains. */
export const MAX_CHAIN = 10;

/** A run that has ended, for the triggers that start after it. */
export interface FinishedRun {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly outputs: JsonObject;
  readonly error: { readonly kind: string; readonly message: string; readonly code?: string } | null;
  readonly pipeline: { readonly id: string; readonly name: string };
}

/** The value of `trigger` for templates, after another pipeline has finished. */
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
