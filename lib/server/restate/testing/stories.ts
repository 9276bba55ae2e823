import type { RunEvent } from '@/engine';

/** The events of each unit in order, without times. Equal runs differ only in how concurrent events interleave. */
export function storiesOf(events: readonly RunEvent[]): Record<string, unknown[]> {
  const stories: Record<string, unknown[]> = {};
  const ids = idsOf(events);
  for (const { seq: _, at: __, ...event } of events) {
    // Of steps that fail concurrently, either may be the first.
    const body = event.type === 'run_failed' ? { ...event, step: undefined } : event;
    const text = JSON.stringify(body, (key, value) => (TIMES.has(key) ? undefined : value));
    const named = ids.reduce((all, [id, name]) => all.replaceAll(id, name), text);
    const told = JSON.parse(named.replaceAll(WAITED, '$1'));
    const unit = 'step' in body && body.type !== 'run_failed' ? `${body.step}${iterationOf(body)}` : '(run)';
    stories[unit] = [...(stories[unit] ?? []), told];
  }
  return stories;
}

/** Fields with times or ids of the run. */
const TIMES: ReadonlySet<string> = new Set(['until', 'retry_at', 'waited_seconds', 'message_id', 'now']);

/** The duration of a wait, where another step read its output as text, or the text of that step in turn. */
const WAITED = /(\\+"waited_seconds\\+":)[\d.]+/g;

function idsOf(events: readonly RunEvent[]): [string, string][] {
  const [first] = events;
  if (first?.type !== 'run_created') return [];
  return [
    [first.run_id, 'run_1'],
    [first.pipeline_id, 'pl_1'],
  ];
}

function iterationOf(body: object): string {
  return 'iteration' in body ? JSON.stringify(body.iteration) : '';
}
