'use client';

import { useMemo } from 'react';
import { isJsonObject, type Json, type JsonObject } from '@/engine';
import { setKey } from '../../model/keys';
import { useDescriptors } from '../../use-editor';
import { FormScopeProvider, useFormScope, useNestedForm } from '../form-context';
import type { WidgetProps } from '../widget-props';
import { ActionWidget } from './action';
import { JsonWidget } from './json';
import styles from './widgets.module.css';

const ITEM_NAMES = ['item', 'index'];

/**
 * The parameters of an action that the step performs, as a form of that action, optionally with the choice of
 * the action.
 */
export function ActionParamsWidget(props: WidgetProps) {
  const { schema, value, siblings, path, onChange } = props;
  const holdsAction = schema.properties !== undefined && Object.hasOwn(schema.properties, 'action');
  if (value !== undefined && !isJsonObject(value)) return <JsonWidget {...props} />;
  const object = value ?? {};
  if (!holdsAction)
    return <NestedForm {...props} action={siblings.action} params={object} base={path} onParams={onChange} />;
  const params = isJsonObject(object.params) ? object.params : {};
  return (
    <>
      <ActionWidget
        {...props}
        value={object.action}
        onChange={(action) =>
          onChange(setKey(object, 'action', action, ['action', 'params']), `${path}.action`)
        }
      />
      <NestedForm
        {...props}
        id={`${props.id}-params`}
        action={object.action}
        params={params}
        base={`${path}.params`}
        onParams={(next, at) => onChange(setKey(object, 'params', next, ['action', 'params']), at)}
      />
    </>
  );
}

interface NestedFormProps extends WidgetProps {
  action: Json | undefined;
  params: JsonObject;
  base: string;
  onParams: (params: JsonObject, at?: string) => void;
}

function NestedForm({ action, params, base, onParams, ...widget }: NestedFormProps) {
  const scope = useFormScope();
  const Form = useNestedForm();
  const descriptor = useDescriptors().find(typeof action === 'string' ? action : '');
  const names = widget.schema.names;
  const inner = useMemo(
    () => ({ ...scope, names: [...scope.names, ...ITEM_NAMES, ...(names ?? [])] }),
    [scope, names],
  );
  if (descriptor === undefined) {
    if (action === undefined) return <p className={styles.quiet}>Choose an action to set its parameters.</p>;
    return (
      <JsonWidget
        {...widget}
        value={params}
        path={base}
        onChange={(next, at) => isJsonObject(next) && onParams(next, at)}
      />
    );
  }
  return (
    <FormScopeProvider scope={inner}>
      <fieldset className={styles.nested} id={widget.id} aria-label={`Parameters of ${descriptor.title}`}>
        <Form
          descriptor={descriptor}
          params={params}
          base={base}
          onChange={(key, next, at) => onParams(setKey(params, key, next), at)}
          onReplace={(next) => onParams(next)}
        />
      </fieldset>
    </FormScopeProvider>
  );
}
