import type { TriggerProblems } from './model/read-draft';
import type { ScheduleDraft } from './model/trigger-draft';

export interface FormPartProps {
  /** Problems by field. */
  problems: TriggerProblems;
  /** Clears the problems of these fields when they are edited. */
  onTouch: (...fields: readonly string[]) => void;
}

export interface ScheduleFieldsProps extends FormPartProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}
