import type { TriggerProblems } from './model/read-draft';

export interface FormPartProps {
  /** Problems by field. */
  problems: TriggerProblems;
  /** Clears the problems of these fields when they are edited. */
  onTouch: (...fields: readonly string[]) => void;
}
