import type { QueryClient } from '@tanstack/react-query';
import { urlOf } from '@/client/api';
import { keyOf, readAgain } from '@/client/queries';
import type { InputOf } from '@/lib/contracts/endpoint';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** Filter of a list of runs. */
export type RunFilter = InputOf<typeof runEndpoints.list>;

/**
 * Reads the lists and counts of runs again, and the versions, which list their runs. Called after a run was started or
 * changed, or has ended, and when a page stops following it.
 */
export function invalidateRunLists(queries: QueryClient): void {
  void readAgain(queries, keyOf(runEndpoints.list));
  void readAgain(queries, keyOf(runEndpoints.count));
  void readAgain(queries, keyOf(pipelineEndpoints.versions));
}

/** Reads what the editor learns from runs again: shapes, values and params. Called after a run has ended. */
export function invalidateExamples(queries: QueryClient): void {
  void readAgain(queries, keyOf(pipelineEndpoints.shapes));
  void readAgain(queries, keyOf(pipelineEndpoints.samples));
  void readAgain(queries, keyOf(pipelineEndpoints.params));
}

/** URL of a file of a run, by its id or the SHA-256 of its content. */
export function fileUrl(runId: string, file: string): string {
  return urlOf(runEndpoints.file, { runId, file });
}
