import { callApi, urlOf } from '@/client/api';
import { importPipeline, type Json, type ParamDeclaration, type RunEvent } from '@/engine';
import type { InputOf } from '@/lib/contracts/endpoint';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunFiles } from '@/lib/contracts/files';
import type { IterationPage } from '@/lib/contracts/iterations';
import type { RunCounts, RunDetail, RunPage } from '@/lib/contracts/runs';

/** Which runs to list. */
export type RunFilter = InputOf<typeof runEndpoints.list>;

/** Which runs to count. */
export type CountFilter = InputOf<typeof runEndpoints.count>;

/** Names of what is read about runs, for React Query. */
export const runKeys = {
  all: ['runs'] as const,
  detail: (id: string) => ['runs', 'detail', id] as const,
  lists: ['runs', 'list'] as const,
  list: (filter: RunFilter) => ['runs', 'list', filter] as const,
  counts: (filter: CountFilter) => ['runs', 'list', 'counts', filter] as const,
  files: (id: string) => ['runs', 'files', id] as const,
  payload: (id: string, ref: string) => ['runs', 'payload', id, ref] as const,
};

/** Names of what is read about the iterations of long loops, for React Query. */
export const iterationKeys = {
  page: (runId: string, step: string, page: { from: number; onlyFailed: boolean }) =>
    ['runs', 'iterations', runId, step, page] as const,
  one: (runId: string, step: string, index: number) => ['runs', 'iterations', runId, step, index] as const,
};

/** Reads a page of the iterations of a long loop. @throws ApiError */
export function fetchIterations(
  runId: string,
  step: string,
  { from, limit, onlyFailed }: { from: number; limit: number; onlyFailed: boolean },
  signal?: AbortSignal,
): Promise<IterationPage> {
  const only = onlyFailed ? { only: 'failed' as const } : {};
  return callApi(runEndpoints.iterations, { runId, step, from, limit, ...only }, signal);
}

/** Reads the events of one iteration of a long loop. @throws ApiError */
export async function fetchIteration(
  runId: string,
  step: string,
  index: number,
  signal?: AbortSignal,
): Promise<RunEvent[]> {
  return (await callApi(runEndpoints.iteration, { runId, step, index }, signal)).events;
}

/** Reads one run's record. @throws ApiError */
export function fetchRun(id: string, signal?: AbortSignal): Promise<RunDetail> {
  return callApi(runEndpoints.get, { id }, signal);
}

/** Reads a page of runs, newest first. @throws ApiError */
export function fetchRuns(filter: RunFilter, signal?: AbortSignal): Promise<RunPage> {
  return callApi(runEndpoints.list, filter, signal);
}

/** Reads how many runs there are of each status. @throws ApiError */
export function fetchRunCounts(filter: CountFilter, signal?: AbortSignal): Promise<RunCounts> {
  return callApi(runEndpoints.count, filter, signal);
}

/** Name of a pipeline's declared params, for React Query. */
export function pipelineParamsKey(pipelineId: string) {
  return ['pipelines', 'params', pipelineId] as const;
}

/** Reads the params that a pipeline declares now. @throws ApiError */
export async function fetchPipelineParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, ParamDeclaration>> {
  const document = await callApi(pipelineEndpoints.export, { id: pipelineId }, signal);
  const imported = importPipeline(JSON.stringify(document));
  if (!imported.ok) throw new Error(imported.problem.message);
  return imported.document.params ?? {};
}

/** Name of the params that a pipeline was last run with, for React Query. */
export function lastParamsKey(pipelineId: string) {
  return ['runs', 'last-params', pipelineId] as const;
}

/** Reads what a pipeline was last run with; nothing when it never ran. @throws ApiError */
export async function fetchLastParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, Json>> {
  const [last] = (await fetchRuns({ pipeline: pipelineId, limit: 1 }, signal)).runs;
  return last ? (await fetchRun(last.id, signal)).params : {};
}

/** Address of a stored value, for fetching and for downloading. */
export function payloadUrl(runId: string, ref: string): string {
  return urlOf(runEndpoints.payload, { id: runId, hash: ref });
}

/** Reads a stored value whole. @throws ApiError */
export function fetchPayload(runId: string, ref: string, signal?: AbortSignal): Promise<Json> {
  return callApi(runEndpoints.payload, { id: runId, hash: ref }, signal);
}

/** Reads which files a run has made: the first thousand. @throws ApiError */
export function fetchRunFiles(runId: string, signal?: AbortSignal): Promise<RunFiles> {
  return callApi(runEndpoints.files, { runId, limit: 1000 }, signal);
}

/** Address of a file of a run, by its id or the SHA-256 of its content. */
export function fileUrl(runId: string, file: string): string {
  return urlOf(runEndpoints.file, { runId, file });
}
