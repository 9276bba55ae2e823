import type { StepDiff } from './diff-runs';

type Explained = Pick<StepDiff, 'cause' | 'from' | 'left' | 'right' | 'definition'>;

/**
 * Why a step differs, as a sentence; undefined for a step that does not.
 * @param left the left run: `#127`
 * @param right the right run: `#128`
 */
export function divergenceText(step: Explained, left: string, right: string): string | undefined {
  switch (step.cause) {
    case undefined:
      return undefined;
    case 'definition':
      return definitionText(step, left, right);
    case 'params':
      return 'It reads a run parameter that has another value.';
    case 'upstream':
      return `It follows from the difference in ${step.from}.`;
    case 'inputs':
      return 'Its inputs differ, although the steps before it ended the same way. It reads the time, a signal or an ID of the run.';
    case 'outside':
      return 'Its inputs are the same, but the result differs: the external system responded differently.';
  }
}

function definitionText({ left, right }: Explained, leftRun: string, rightRun: string): string {
  if (left === undefined && right !== undefined) return `Only ${rightRun} has this step.`;
  if (right === undefined && left !== undefined) return `Only ${leftRun} has this step.`;
  return 'Its definition was edited.';
}
