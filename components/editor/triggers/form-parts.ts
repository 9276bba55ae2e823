import type { TriggerProblems } from './model/read-draft';

/** What every part of the form needs besides its own draft. */
export interface FormPartProps {
  /** What is wrong, by field. */
  problems: TriggerProblems;
  /** Somebody is changing these fields: what was wrong with them counts no more. */
  onTouch: (...fields: readonly string[]) => void;
}
