import { takenText } from '../model/coverage';
import { useObservable, useSession } from '../use-editor';

/** How often a step was executed. */
export interface StepCoverage {
  readonly isNever: boolean;
  /** For the accessible name: `executed by 2 of 3 tests`; undefined while no coverage is shown. */
  readonly text: string | undefined;
}

const NOT_SHOWN: StepCoverage = { isNever: false, text: undefined };

/** How often tests or runs executed a step. */
export function useStepCoverage(step: string): StepCoverage {
  const { covered } = useSession();
  const count = useObservable(covered, (value) => value && (value.steps[step] ?? 0));
  const counts = useObservable(covered, (value) => value);
  if (counts === undefined || count === undefined) return NOT_SHOWN;
  return { isNever: count === 0, text: takenText(count, counts, 'executed') };
}
