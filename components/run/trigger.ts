import type { IconName } from '@/components/ui/icon';
import { failureName, failureSummary } from '@/engine/failure-text';
import { warningsText } from '@/engine/run/state/run-warnings';
import type { RunSummary, Trigger } from '@/lib/contracts/runs';

/** Icon and word for each kind of start of a run. */
export const TRIGGER_LOOKS: Readonly<Record<Trigger, { readonly icon: IconName; readonly word: string }>> = {
  manual: { icon: 'user', word: 'Editor' },
  rerun: { icon: 'retrying', word: 'Re-run' },
  try: { icon: 'running', word: 'Try' },
  api: { icon: 'braces', word: 'API' },
  cli: { icon: 'terminal', word: 'CLI' },
  schedule: { icon: 'calendar', word: 'Schedule' },
  webhook: { icon: 'hook', word: 'Webhook' },
  pipeline: { icon: 'link', word: 'Pipeline' },
};

/** How a run was started, with the repeated run or the trigger's name: `Re-run of #125`, `Schedule: Nightly`, `Try`. */
export function triggerText({
  trigger,
  triggerName,
  parentNumber,
}: Pick<RunSummary, 'trigger' | 'triggerName' | 'parentNumber'>): string {
  const { word } = TRIGGER_LOOKS[trigger];
  if (trigger === 'try') return parentNumber === null ? word : `${word} with values of #${parentNumber}`;
  if (parentNumber !== null) return `Re-run of #${parentNumber}`;
  return triggerName === null ? word : `${word}: ${triggerName}`;
}

/** Path of the page that shows a trigger: the tab of its pipeline. */
export function triggerPath(pipelineId: string, triggerId: string): string {
  return `/pipelines/${encodeURIComponent(pipelineId)}?trigger=${encodeURIComponent(triggerId)}`;
}

/** The line under a run that failed, or that completed with failures or skipped steps. */
export interface RunNote {
  readonly status: 'failed' | 'warning';
  readonly text: string;
}

/** `score · No response within 15 s. (timeout)`, or `1 of 200 iterations failed`; undefined for other runs. */
export function runNote({
  error,
  failedStep,
  warnings,
  fixedBy,
}: Pick<RunSummary, 'error' | 'failedStep' | 'warnings' | 'fixedBy'>): RunNote | undefined {
  if (error) {
    const fixed = fixedBy ? `Fixed by run #${fixedBy.number} · ` : '';
    const place = failedStep ? `${failedStep} · ` : '';
    return { status: 'failed', text: `${fixed}${place}${failureSummary(error)} (${failureName(error)})` };
  }
  return warnings ? { status: 'warning', text: warningsText(warnings) } : undefined;
}
