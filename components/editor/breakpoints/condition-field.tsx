import { Field } from '@/components/ui/field';
import type { Diagnostic } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { useExpressionScope } from '../expression-input/use-expression-scope';
import { worstOf } from '../form/field-problems';
import { type ConditionPlace, conditionScope } from './check-condition';

export interface ConditionFieldProps {
  text: string;
  /** The place, whose values it may read. */
  place: ConditionPlace;
  problems: readonly Diagnostic[];
  /** Why the form was refused. */
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The condition of a breakpoint: one expression, checked while it is typed. */
export function ConditionField({ text, place, problems, error, onChange }: ConditionFieldProps) {
  const scope = conditionScope(place);
  const knowledge = useExpressionScope(scope);
  const [problem] = problems;
  const isError = worstOf(problems) === 'error';
  const words = problem && [problem.message, problem.hint].filter(Boolean).join(' ');
  return (
    <Field
      label="Condition"
      hint={words ?? 'One expression. The run pauses only while it is true.'}
      error={isError ? words : error}
    >
      {(control) => (
        <ExpressionInput
          id={control.id}
          label="Condition"
          value={text}
          onChange={onChange}
          mode="expression"
          stepId={scope.stepId}
          knowledge={knowledge}
          problems={problems}
          invalid={control.invalid}
          {...(control['aria-describedby'] === undefined ? {} : { describedBy: control['aria-describedby'] })}
          placeholder={'params.stage == "live"'}
          isOfDocument={false}
        />
      )}
    </Field>
  );
}
