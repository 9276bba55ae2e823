'use client';

import { useMemo } from 'react';
import { dialectOf } from '../../code/sql-dialect';
import { ExpressionInput } from '../../expression-input/expression-input';
import { BoundValuesTable } from '../bound-values-table';
import { useFormScope } from '../form-context';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** An SQL statement. Its templates are bound values; a table below lists them with their types. */
export function SqlWidget(props: WidgetProps) {
  const { id, label, schema, value, onChange, path, siblings, problems } = props;
  const scope = useFormScope();
  const names = useMemo(() => [...scope.names, ...(schema.names ?? [])], [scope.names, schema.names]);
  const own = useMemo(() => problems.filter((problem) => problem.path === path), [problems, path]);
  const text = textOf(value);
  const dialect = dialectOf(siblings.connection);
  return (
    <>
      <ExpressionInput
        id={id}
        label={label}
        value={text}
        onChange={(next) => onChange(next)}
        mode="template"
        stepId={scope.stepId}
        names={names}
        problems={own}
        multiline
        invalid={props.invalid}
        describedBy={props.describedBy}
        placeholder={'select * from orders where id = {{params.id}}'}
        focusAt={props.focusAt}
        sql={dialect}
      />
      <BoundValuesTable
        sql={text}
        dialect={dialect}
        onChange={onChange}
        path={path}
        stepId={scope.stepId}
        names={names}
      />
    </>
  );
}
