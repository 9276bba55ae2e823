'use client';

import { useState } from 'react';
import { parseJsonText } from '@/components/pipeline-text/json-text';
import { Segmented } from '@/components/ui/segmented';
import type { JsonSchema } from '@/engine';
import { mainType } from '../fields';
import { useFormScope } from '../form-context';
import { JsonField } from '../json-field';
import type { WidgetProps } from '../widget-props';
import { MultilineWidget } from './multiline';
import styles from './widgets.module.css';

type Form = 'json' | 'text';
const FORMS = [
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
] as const;

/** Any JSON value. Text may be written without quotes. */
export function JsonWidget(props: WidgetProps) {
  const { id, label, schema, value, onChange, path, invalid, describedBy, switchable } = props;
  const { stepId } = useFormScope();
  // The form chosen by a person; both can show text.
  const [chosen, setChosen] = useState<Form>();
  const canBeText = isAny(schema);
  const isText = canBeText && typeof value === 'string' && chosen !== 'json';
  const switchTo = (form: Form) => {
    setChosen(form);
    if (form === 'text' && typeof value !== 'string')
      onChange(value === undefined ? '' : JSON.stringify(value, null, 2));
    if (form === 'json' && typeof value === 'string') {
      const parsed = parseJsonText(value);
      if (parsed.ok) onChange(parsed.value);
    }
  };
  const form = isText ? (
    <MultilineWidget {...props} />
  ) : (
    <JsonField
      id={id}
      label={label}
      draftKey={`${stepId ?? ''}.${path}`}
      value={value}
      onChange={onChange}
      {...(switchable ? { onTemplate: onChange } : {})}
      invalid={invalid}
      describedBy={describedBy}
      minLines={mainType(schema) === undefined || mainType(schema) === 'object' ? 4 : 2}
    />
  );
  if (!canBeText) return form;
  return (
    <div className={styles.forms}>
      {form}
      <Segmented<Form>
        label={`Format of ${label}`}
        value={isText ? 'text' : 'json'}
        onValueChange={switchTo}
        segments={FORMS}
        className={styles.formSwitch}
      />
    </div>
  );
}

/** Whether a schema accepts any value, including text. */
function isAny(schema: JsonSchema): boolean {
  if (schema.anyOf !== undefined)
    return schema.anyOf.some(isAny) || schema.anyOf.some((option) => mainType(option) === 'string');
  return mainType(schema) === undefined && schema.enum === undefined && schema.const === undefined;
}
