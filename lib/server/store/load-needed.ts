import type { RunEvent } from '@/engine';
import { mapPayloads, referencesOf } from './event-payloads';
import { loadEvents } from './load';
import { type PayloadSource, payloadValues } from './payloads';

/**
 * All events of a run, with the values that its runner needs immediately. Other values stay references, so
 * that large outputs are not loaded repeatedly.
 * @throws Error when a payload is missing
 */
export async function loadNeededEvents(source: PayloadSource, runId: string): Promise<RunEvent[]> {
  const events = await loadEvents(source.sql, runId);
  const ended = endedUnits(events);
  const checks = plannedChecks(events);
  const needed = events.filter((event) => isNeeded(event, ended) && !isOldCheck(event, ended, checks));
  const values = await payloadValues(source, [...new Set(needed.flatMap(neededReferences))]);
  if (values.size === 0) return events;
  const isLoaded = new Set(needed);
  return events.map((event) =>
    isLoaded.has(event)
      ? mapPayloads(event, (payload) => {
          const value = 'ref' in payload ? values.get(payload.ref) : undefined;
          return value === undefined ? payload : { value };
        })
      : event,
  );
}

/** Outcomes of the steps before a chunk are read on demand, as in any run. */
function neededReferences(event: RunEvent): string[] {
  if (event.type !== 'run_created' || !event.chunk) return referencesOf(event);
  return referencesOf({ ...event, chunk: { ...event.chunk, outcomes: {} } });
}

function isNeeded(event: RunEvent, ended: ReadonlySet<string>): boolean {
  switch (event.type) {
    case 'run_created':
    case 'signal_received':
      return true;
    // An effect in flight may have to be repeated, which depends on its parameters.
    case 'step_started':
      return !ended.has(keyOf(event.step, event.iteration)) && !ended.has(event.step);
    // The output of a loop consists of the outputs of its iterations.
    case 'step_reused':
    case 'step_given':
    case 'step_completed':
      return event.iteration !== undefined && !ended.has(event.step);
    case 'iterations_planned':
      return !ended.has(event.step);
    default:
      return false;
  }
}

/** A check that its wait has already evaluated. */
function isOldCheck(
  event: RunEvent,
  ended: ReadonlySet<string>,
  checks: ReadonlyMap<string, number>,
): boolean {
  if (checks.size === 0 || !('step' in event) || !('iteration' in event)) return false;
  const { step, iteration = [] } = event;
  return iteration.some((index, depth) => {
    const wait = keyOf(step, iteration.slice(0, depth));
    const planned = checks.get(wait);
    return planned !== undefined && (index < planned - 1 || ended.has(wait));
  });
}

/** How many checks each wait planned in its newest attempt. */
function plannedChecks(events: readonly RunEvent[]): ReadonlyMap<string, number> {
  const checks = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'iterations_planned' && event.as !== undefined) {
      const key = keyOf(event.step, event.iteration);
      checks.set(key, (checks.get(key) ?? 0) + event.items.length);
    } else if (event.type === 'step_started') checks.delete(keyOf(event.step, event.iteration));
  }
  return checks;
}

function endedUnits(events: readonly RunEvent[]): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const event of events) {
    if (event.type === 'step_completed' || event.type === 'step_failed' || event.type === 'step_cancelled') {
      ended.add(keyOf(event.step, event.iteration));
    }
  }
  return ended;
}

function keyOf(step: string, iteration: readonly number[] | undefined): string {
  return iteration === undefined || iteration.length === 0 ? step : `${step}[${iteration.join('][')}]`;
}
