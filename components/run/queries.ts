import type { QueryClient } from '@tanstack/react-query';
import { callApi, urlOf } from '@/client/api';
import { keyOf } from '@/client/queries';
import { importPipeline, type Json, type ParamDeclaration } from '@/engine';
import type { InputOf } from '@/lib/contracts/endpoint';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** Filter of a list of runs. */
export type RunFilter = InputOf<typeof runEndpoints.list>;

/** Reads the lists and counts of runs again. Called after a run was started or changed, or has ended. */
export function invalidateRunLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: keyOf(runEndpoints.list) });
  void queries.invalidateQueries({ queryKey: keyOf(runEndpoints.count) });
}

/** React Query key of the params that a pipeline declares: derived from its document. */
export function pipelineParamsKey(pipelineId: string) {
  return [...keyOf(pipelineEndpoints.export, { id: pipelineId }), 'params'] as const;
}

/** Reads the params that the current version of a pipeline declares. @throws ApiError */
export async function fetchPipelineParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, ParamDeclaration>> {
  const document = await callApi(pipelineEndpoints.export, { id: pipelineId }, signal);
  const imported = importPipeline(JSON.stringify(document));
  if (!imported.ok) throw new Error(imported.problem.message);
  return imported.document.params ?? {};
}

/** React Query key of the params of the newest run of a pipeline. */
export function lastParamsKey(pipelineId: string) {
  return ['last-params', pipelineId] as const;
}

/** Reads the params of the newest run of a pipeline; none when it has no run. @throws ApiError */
export async function fetchLastParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, Json>> {
  const [last] = (await callApi(runEndpoints.list, { pipeline: pipelineId, limit: 1 }, signal)).runs;
  return last ? (await callApi(runEndpoints.get, { id: last.id }, signal)).params : {};
}

/** URL of a file of a run, by its id or the SHA-256 of its content. */
export function fileUrl(runId: string, file: string): string {
  return urlOf(runEndpoints.file, { runId, file });
}
