import { followRun } from '@/client/events';
import { isJsonObject, type JsonObject, type Payload, type RunEvent } from '@/engine';
import { fetchPayload, fetchRun, fetchRuns } from './queries';

/** What the steps of a pipeline's newest run were given. */
export interface RunInputs {
  readonly runId: string;
  /** The run's number within its pipeline. */
  readonly run: number;
  /** By step; the newest attempt counts. Iterations are left out. */
  readonly steps: ReadonlyMap<string, Payload>;
}

/** Longer journals are read no further: what a field shows beside itself is not worth more. */
const MOST_EVENTS = 5000;

/** Name of what the newest run was given, for React Query. */
export function runInputsKey(pipelineId: string) {
  return ['runs', 'last-inputs', pipelineId] as const;
}

/** Reads what the steps of the newest run were given, from its journal; nothing when there is no run. @throws Error */
export async function fetchRunInputs(pipelineId: string, signal?: AbortSignal): Promise<RunInputs | null> {
  const [last] = (await fetchRuns({ pipeline: pipelineId, limit: 1 }, signal)).runs;
  if (last === undefined) return null;
  const { lastSeq } = await fetchRun(last.id, signal);
  const steps = new Map<string, Payload>();
  let count = 0;
  const feed = followRun({
    url: `/api/v1/runs/${encodeURIComponent(last.id)}/events`,
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

/** The inputs of one step as an object; undefined when the run did not come to it. @throws Error */
export async function readInputs(
  { runId, steps }: RunInputs,
  stepId: string,
): Promise<JsonObject | undefined> {
  const payload = steps.get(stepId);
  if (payload === undefined) return undefined;
  const value = 'value' in payload ? payload.value : await fetchPayload(runId, payload.ref);
  return isJsonObject(value) ? value : undefined;
}
