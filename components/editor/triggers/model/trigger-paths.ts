import type { TriggerType } from '@/lib/contracts/triggers';

/** A path that templates of a trigger's params may read. */
export interface TriggerPath {
  /** As written in a template, without braces. */
  readonly path: string;
  readonly about: string;
}

const NOW: TriggerPath = { path: 'now', about: 'start time of the run' };

/** Available paths by type of the trigger. */
export const TRIGGER_PATHS: Readonly<Record<TriggerType, readonly TriggerPath[]>> = {
  schedule: [{ path: 'trigger.due_at', about: 'scheduled time' }, NOW],
  webhook: [
    { path: 'trigger.body', about: 'request body, for example trigger.body.id' },
    { path: 'trigger.query', about: 'query parameters' },
    { path: 'trigger.headers', about: 'request headers, names in lower case' },
    { path: 'trigger.method', about: 'POST' },
    { path: 'trigger.received_at', about: 'time of the request' },
    NOW,
  ],
  pipeline_finished: [
    { path: 'trigger.run.outputs', about: 'outputs of the run, by name' },
    { path: 'trigger.run.status', about: 'completed, failed or cancelled' },
    { path: 'trigger.run.number', about: 'run number' },
    { path: 'trigger.run.id', about: 'run ID' },
    { path: 'trigger.run.error', about: 'error of the run' },
    { path: 'trigger.pipeline.name', about: 'pipeline that ran' },
    { path: 'trigger.pipeline.id', about: 'pipeline ID' },
    NOW,
  ],
};

/** Replaces the random part of an address. */
const DOTS = '••••••••••••';

/** The complete address of a webhook on the server of this page. */
export function addressOf(path: string, origin: string): string {
  return new URL(path, origin).href;
}

/** The address without its token, which allows starting runs. */
export function maskedAddress(address: string): string {
  return `${address.slice(0, address.lastIndexOf('/') + 1)}${DOTS}`;
}
