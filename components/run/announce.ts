import { pauseTitle } from '@/components/run-state/pauses';
import { formatCount } from '@/components/ui/format';
import { failuresText, isSerious, type RunEvent, type RunState, type RunWarnings } from '@/engine';
import { countSteps, progressText } from './progress';

/** Largest number of names that an announcement lists. The rest is counted, so that it stays short. */
const MOST_NAMES = 3;

/** What an announcement is made from. */
export interface Announceable {
  /** The events since the last announcement. */
  readonly events: readonly RunEvent[];
  readonly state: RunState;
  readonly stepIds: readonly string[];
  title(step: string): string;
}

/**
 * One or two sentences for screen readers about the events since the last announcement: "Deploy canary failed after 3
 * attempts. 4 done, 1 failed, 2 waiting." Undefined when nothing important happened.
 */
export function announcement({ events, state, stepIds, title }: Announceable): string | undefined {
  const sentences = [
    ...events.flatMap((event) => failure(event, title)),
    ...named(events, 'step_completed', 'completed', title),
    ...named(events, 'step_skipped', 'was skipped', title),
    ...waiting(events, title),
    ...paused(events, title),
  ];
  const ending = events.flatMap(aboutRun).at(-1);
  if (ending) sentences.push(ending);
  if (sentences.length === 0) return undefined;
  return `${sentences.join(' ')} ${progressText(countSteps(state, stepIds))}.`;
}

function isWholeStep(event: RunEvent): boolean {
  return !('iteration' in event) || !event.iteration || event.iteration.length === 0;
}

function failure(event: RunEvent, title: (step: string) => string): string[] {
  if (event.type !== 'step_failed' || !isWholeStep(event)) return [];
  const after = event.attempt > 1 ? ` after ${formatCount(event.attempt, 'attempt')}` : '';
  return [`${title(event.step)} failed${after}.`];
}

function named(
  events: readonly RunEvent[],
  type: 'step_completed' | 'step_skipped',
  words: string,
  title: (step: string) => string,
): string[] {
  const steps = events.flatMap((event) => (event.type === type && isWholeStep(event) ? [event.step] : []));
  if (steps.length === 0) return [];
  if (steps.length > MOST_NAMES)
    return [`${formatCount(steps.length, 'step')} ${words.replace('was', 'were')}.`];
  return steps.map((step) => `${title(step)} ${words}.`);
}

/** Only steps that wait for a person; timers need no attention. */
function waiting(events: readonly RunEvent[], title: (step: string) => string): string[] {
  return events.flatMap((event) =>
    event.type === 'step_waiting' && event.reason === 'unknown_effect'
      ? [`${title(event.step)} waits for your answer.`]
      : [],
  );
}

/** Every pause at a breakpoint: the run needs a person there. */
function paused(events: readonly RunEvent[], title: (step: string) => string): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'step_paused') return [];
    const { step, iteration = [], moment } = event;
    return [`${pauseTitle({ step, iteration, moment }, title(step))}.`];
  });
}

function aboutRun(event: RunEvent): string[] {
  switch (event.type) {
    case 'run_paused':
      return [event.reason === 'crashes' ? 'The run was quarantined.' : 'The run was paused.'];
    case 'run_resumed':
      return ['The run was resumed.'];
    case 'run_completed':
      return [completionText(event.warnings)];
    case 'run_failed':
      return ['The run failed.'];
    case 'run_cancelled':
      return ['The run was cancelled.'];
    default:
      return [];
  }
}

function completionText(warnings: RunWarnings | undefined): string {
  return warnings && isSerious(warnings)
    ? `The run completed, ${failuresText(warnings)}.`
    : 'The run completed.';
}
