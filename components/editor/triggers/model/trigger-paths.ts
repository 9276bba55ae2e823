import type { TriggerType } from '@/lib/contracts/triggers';

/** Something that templates of a trigger's params may read. */
export interface TriggerPath {
  /** As written in a template, without braces. */
  readonly path: string;
  readonly about: string;
}

const NOW: TriggerPath = { path: 'now', about: 'when the run was started' };

/** What there is to read, by the type of the trigger. */
export const TRIGGER_PATHS: Readonly<Record<TriggerType, readonly TriggerPath[]>> = {
  schedule: [{ path: 'trigger.due_at', about: 'the time it was due' }, NOW],
  webhook: [
    { path: 'trigger.body', about: 'what was sent, such as trigger.body.id' },
    { path: 'trigger.query', about: 'what stood behind ? in the address' },
    { path: 'trigger.headers', about: 'headers, by names in lower case' },
    { path: 'trigger.method', about: 'POST' },
    { path: 'trigger.received_at', about: 'when the call arrived' },
    NOW,
  ],
  pipeline_finished: [
    { path: 'trigger.run.outputs', about: 'what the run gave, by name' },
    { path: 'trigger.run.status', about: 'completed, failed or cancelled' },
    { path: 'trigger.run.number', about: 'its number' },
    { path: 'trigger.run.id', about: 'its id' },
    { path: 'trigger.run.error', about: 'why it failed' },
    { path: 'trigger.pipeline.name', about: 'the pipeline that ran' },
    { path: 'trigger.pipeline.id', about: 'its id' },
    NOW,
  ],
};
