'use client';

import { useMemo } from 'react';
import { ExpressionInput } from '../../expression-input/expression-input';
import { useFormScope } from '../form-context';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** A boolean expression, written as in a step's condition. */
export function ConditionWidget(props: WidgetProps) {
  const { schema, path, problems } = props;
  const scope = useFormScope();
  const names = useMemo(() => [...scope.names, ...(schema.names ?? [])], [scope.names, schema.names]);
  const own = useMemo(() => problems.filter((problem) => problem.path === path), [problems, path]);
  return (
    <ExpressionInput
      id={props.id}
      label={props.label}
      value={textOf(props.value)}
      onChange={(text) => props.onChange(text)}
      mode="expression"
      stepId={scope.stepId}
      names={names}
      problems={own}
      invalid={props.invalid}
      describedBy={props.describedBy}
      placeholder={
        schema.widget === 'condition' ? 'params.stage == "live"' : 'steps.fetch.output.response_body'
      }
      focusAt={props.focusAt}
    />
  );
}
