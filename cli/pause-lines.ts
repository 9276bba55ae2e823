import { type Breakpoint, breakpointPlace, type PauseDecision } from '@/engine';
import type { BreakpointList, PauseRecord } from '@/lib/contracts/breakpoints';

/** `announce`, `each iteration of score on failure, if item > 3`. */
export function breakpointText({ at, when, condition }: Breakpoint): string {
  const failure = when === 'failure' ? ' on failure' : '';
  return `${breakpointPlace(at)}${failure}${condition === undefined ? '' : `, if ${condition}`}`;
}

/** The breakpoints of a pipeline, one a line, with what is wrong below. */
export function breakpointLines({ breakpoints, pause_on_failure, problems }: BreakpointList): string[] {
  const lines = breakpoints.flatMap((breakpoint) => [
    `${breakpoint.enabled ? '●' : '○'} ${breakpoint.id}  ${breakpointText(breakpoint)}${optionsText(breakpoint)}`,
    ...problems
      .filter((problem) => problem.breakpoint === breakpoint.id)
      .map(({ message, hint }) => `  ✕ ${message}${hint === null ? '' : ` ${hint}`}`),
  ]);
  const failures = `Pause on any failure: ${pause_on_failure ? 'on' : 'off'}`;
  return lines.length === 0 ? ['No breakpoints.', failures] : [...lines, failures];
}

function optionsText({ enabled, triggered, timeout_seconds }: Breakpoint): string {
  const options = [
    ...(enabled ? [] : ['off']),
    ...(triggered ? ['also runs of triggers'] : []),
    ...(timeout_seconds === undefined ? [] : [`up to ${timeout_seconds} s`]),
  ];
  return options.length === 0 ? '' : `  (${options.join(', ')})`;
}

/** A pause with its resolved inputs. */
export function pauseLines(pause: Omit<PauseRecord, 'pause' | 'since'>): string[] {
  const { step, iteration, attempt, moment, until, inputs, error, note } = pause;
  const unit = step + iteration.map((index) => `[${index}]`).join('');
  const where = moment === 'before' ? `before attempt ${attempt}` : `after attempt ${attempt} failed`;
  const lines = JSON.stringify(inputs, null, 2).split('\n');
  return [
    `⏸ ${unit} paused ${where} (${causeText(pause)})`,
    ...(error === null ? [] : [`  ✕ ${error.message}`]),
    ...(note === null ? [] : [`  ⚠ ${note}`]),
    ...(until === null ? [] : [`  The run is cancelled at ${until} unless the pause is answered.`]),
    ...lines.map((line) => `  ${line}`),
  ];
}

function causeText({ cause, breakpoint }: Pick<PauseRecord, 'cause' | 'breakpoint'>): string {
  if (breakpoint) return `breakpoint ${breakpointText(breakpoint)}`;
  return cause === 'step' ? 'step' : 'pause on any failure';
}

/** What was decided, after "announce: ". */
export const DECISION_LINES: Readonly<Record<PauseDecision, string>> = {
  continue: 'continues',
  step: 'continues; the run pauses before the next step',
  retry: 'is retried',
  output: 'completes with the given output',
  skip: 'is skipped',
  fail: 'fails',
};
