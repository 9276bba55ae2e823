'use client';

import { mainType } from '../fields';
import { useFormScope } from '../form-context';
import { JsonField } from '../json-field';
import { isSwitchable } from '../sources';
import type { WidgetProps } from '../widget-props';

/** Any JSON value. */
export function JsonWidget({ id, label, schema, value, onChange, path, invalid, describedBy }: WidgetProps) {
  const { stepId, expressions } = useFormScope();
  return (
    <JsonField
      id={id}
      label={label}
      draftKey={`${stepId ?? ''}.${path}`}
      value={value}
      onChange={onChange}
      {...(expressions && isSwitchable(schema) ? { onTemplate: onChange } : {})}
      invalid={invalid}
      describedBy={describedBy}
      minLines={mainType(schema) === undefined || mainType(schema) === 'object' ? 4 : 2}
    />
  );
}
