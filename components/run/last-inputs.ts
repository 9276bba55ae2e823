import { callApi } from '@/client/api';
import { followRun } from '@/client/events';
import { isJsonObject, type JsonObject, type Payload, type RunEvent } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** Resolved inputs of the steps in the newest run of a pipeline. */
export interface RunInputs {
  readonly runId: string;
  /** The run's number within its pipeline. */
  readonly run: number;
  /** By step; the newest attempt counts. Iterations are left out. */
  readonly steps: ReadonlyMap<string, Payload>;
}

/** Limit of events to read: the inputs are only shown beside a field. */
const MOST_EVENTS = 5000;

/** React Query key of the resolved inputs of the newest run. */
export function runInputsKey(pipelineId: string) {
  return ['last-inputs', pipelineId] as const;
}

/** Reads the resolved inputs of the newest run from its journal; null without a run. @throws Error */
export async function fetchRunInputs(pipelineId: string, signal?: AbortSignal): Promise<RunInputs | null> {
  const [last] = (await callApi(runEndpoints.list, { pipeline: pipelineId, limit: 1 }, signal)).runs;
  if (last === undefined) return null;
  const { lastSeq } = await callApi(runEndpoints.get, { id: last.id }, signal);
  const steps = new Map<string, Payload>();
  let count = 0;
  const feed = followRun({
    runId: last.id,
    onEvents(events) {
      for (const event of events) collect(event, steps);
      count += events.length;
      if (count >= MOST_EVENTS || (events.at(-1)?.seq ?? 0) >= lastSeq) feed.close();
    },
    onContact(contact) {
      if (contact.state === 'lost') feed.close();
    },
  });
  signal?.addEventListener('abort', () => feed.close(), { once: true });
  await feed.done;
  return { runId: last.id, run: last.number, steps };
}

function collect(event: RunEvent, steps: Map<string, Payload>): void {
  if (event.type !== 'step_started' || (event.iteration ?? []).length > 0) return;
  steps.set(event.step, event.inputs);
}

/** The inputs of one step as an object; undefined when the run did not reach the step. @throws Error */
export async function readInputs(
  { runId, steps }: RunInputs,
  stepId: string,
): Promise<JsonObject | undefined> {
  const payload = steps.get(stepId);
  if (payload === undefined) return undefined;
  const value =
    'value' in payload
      ? payload.value
      : await callApi(runEndpoints.payload, { id: runId, hash: payload.ref });
  return isJsonObject(value) ? value : undefined;
}
