'use client';

import { useMemo } from 'react';
import { isJsonObject } from '@/engine';
import { setKey } from '../../model/keys';
import { FormScopeProvider, useFormScope, useNestedForm } from '../form-context';
import type { WidgetProps } from '../widget-props';
import { JsonWidget } from './json';
import styles from './widgets.module.css';

/** An object with declared properties, as a form in the form. */
export function GroupWidget(props: WidgetProps) {
  const { id, label, schema, value, onChange, path } = props;
  const scope = useFormScope();
  const Form = useNestedForm();
  const inner = useMemo(
    () => ({ ...scope, names: [...scope.names, ...(schema.names ?? [])] }),
    [scope, schema.names],
  );
  const descriptor = useMemo(() => ({ params: schema, spellings: {} }), [schema]);
  if (value !== undefined && !isJsonObject(value)) return <JsonWidget {...props} />;
  const object = value ?? {};
  return (
    <FormScopeProvider scope={inner}>
      <fieldset className={styles.nested} id={id} aria-label={label}>
        <Form
          descriptor={descriptor}
          params={object}
          base={path}
          onChange={(key, next, at) => onChange(setKey(object, key, next), at)}
          onReplace={(next) => onChange(next)}
        />
      </fieldset>
    </FormScopeProvider>
  );
}
