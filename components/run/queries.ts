import { z } from 'zod';
import { getJson } from '@/client/get-json';
import {
  importPipeline,
  type Json,
  type ObservedOutputs,
  type ParamDeclaration,
  type RunEvent,
  runEventSchema,
} from '@/engine';
import { type RunFiles, runFilesSchema } from '@/lib/contracts/files';
import { type IterationPage, iterationPageSchema } from '@/lib/contracts/iterations';
import {
  type RunCounts,
  type RunDetail,
  type RunPage,
  runCountsSchema,
  runDetailSchema,
  runPageSchema,
} from '@/lib/contracts/runs';
import { observedOutputsSchema } from '@/lib/contracts/shapes';

/** Which runs to list. */
export interface RunFilter {
  readonly pipeline?: string;
  readonly status?: string;
  readonly kept?: boolean;
  readonly before?: string;
  readonly limit?: number;
}

/** Which runs to count. */
export type CountFilter = Pick<RunFilter, 'pipeline' | 'kept'>;

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

/** Reads a page of the iterations of a long loop. @throws Error with the server's own words */
export async function fetchIterations(
  runId: string,
  step: string,
  { from, limit, onlyFailed }: { from: number; limit: number; onlyFailed: boolean },
  signal?: AbortSignal,
): Promise<IterationPage> {
  const query = new URLSearchParams({ step, from: String(from), limit: String(limit) });
  if (onlyFailed) query.set('only', 'failed');
  return iterationPageSchema.parse(await getJson(`${iterationsUrl(runId)}?${query}`, signal));
}

/** Reads what is on record of one iteration of a long loop. @throws Error with the server's own words */
export async function fetchIteration(
  runId: string,
  step: string,
  index: number,
  signal?: AbortSignal,
): Promise<RunEvent[]> {
  const query = new URLSearchParams({ step });
  return iterationSchema.parse(await getJson(`${iterationsUrl(runId)}/${index}?${query}`, signal)).events;
}

const iterationSchema = z.object({ events: z.array(runEventSchema) });

function iterationsUrl(runId: string): string {
  return `/api/v1/runs/${encodeURIComponent(runId)}/iterations`;
}

/** Reads one run's record. @throws Error with the server's own words */
export async function fetchRun(id: string, signal?: AbortSignal): Promise<RunDetail> {
  return runDetailSchema.parse(await getJson(`/api/v1/runs/${encodeURIComponent(id)}`, signal));
}

/** Reads a page of runs, newest first. @throws Error with the server's own words */
export async function fetchRuns(filter: RunFilter, signal?: AbortSignal): Promise<RunPage> {
  return runPageSchema.parse(await getJson(`/api/v1/runs?${queryOf(filter)}`, signal));
}

function queryOf(filter: RunFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

/** Reads how many runs there are of each standing. @throws Error with the server's own words */
export async function fetchRunCounts(filter: CountFilter, signal?: AbortSignal): Promise<RunCounts> {
  return runCountsSchema.parse(await getJson(`/api/v1/runs/counts?${queryOf(filter)}`, signal));
}

/** Name of a pipeline's declared params, for React Query. */
export function pipelineParamsKey(pipelineId: string) {
  return ['pipelines', 'params', pipelineId] as const;
}

/** Reads the params that a pipeline declares now. @throws Error with the server's own words */
export async function fetchPipelineParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, ParamDeclaration>> {
  const document = await getJson(`/api/v1/pipelines/${encodeURIComponent(pipelineId)}/export`, signal);
  const imported = importPipeline(JSON.stringify(document));
  if (!imported.ok) throw new Error(imported.problem.message);
  return imported.document.params ?? {};
}

/** Names of what runs gave, for React Query. */
export const shapeKeys = {
  all: ['pipelines', 'shapes'] as const,
  of: (pipelineId: string) => ['pipelines', 'shapes', pipelineId] as const,
};

/** Reads the shapes of what the newest runs of a pipeline gave. @throws Error with the server's own words */
export async function fetchShapes(pipelineId: string, signal?: AbortSignal): Promise<ObservedOutputs> {
  const url = `/api/v1/pipelines/${encodeURIComponent(pipelineId)}/shapes`;
  return observedOutputsSchema.parse(await getJson(url, signal));
}

/** Name of the params that a pipeline was last run with, for React Query. */
export function lastParamsKey(pipelineId: string) {
  return ['runs', 'last-params', pipelineId] as const;
}

/** Reads what a pipeline was last run with; nothing when it never ran. @throws Error with the server's own words */
export async function fetchLastParams(
  pipelineId: string,
  signal?: AbortSignal,
): Promise<Record<string, Json>> {
  const [last] = (await fetchRuns({ pipeline: pipelineId, limit: 1 }, signal)).runs;
  return last ? (await fetchRun(last.id, signal)).params : {};
}

/** Address of a stored value, for fetching and for downloading. */
export function payloadUrl(runId: string, ref: string): string {
  return `/api/v1/runs/${encodeURIComponent(runId)}/payloads/${encodeURIComponent(ref)}`;
}

/** Reads a stored value whole. @throws Error with the server's own words */
export function fetchPayload(runId: string, ref: string, signal?: AbortSignal): Promise<Json> {
  return getJson(payloadUrl(runId, ref), signal);
}

/** Reads which files a run has made: the first thousand. @throws Error with the server's own words */
export async function fetchRunFiles(runId: string, signal?: AbortSignal): Promise<RunFiles> {
  return runFilesSchema.parse(await getJson(`${filesUrl(runId)}?limit=1000`, signal));
}

/** Address of a file of a run, by its id or the SHA-256 of its content. */
export function fileUrl(runId: string, file: string): string {
  return `${filesUrl(runId)}/${encodeURIComponent(file)}`;
}

function filesUrl(runId: string): string {
  return `/api/v1/runs/${encodeURIComponent(runId)}/files`;
}
