'use client';

import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { focusWithin } from '../inspector/focus-field';
import { Field } from './field';
import { canonicalName, type FormField, planForm } from './fields';
import { NestedFormContext, type ParamsFormProps } from './nested-form';
import { OtherParams } from './other-params';
import styles from './params-form.module.css';
import { startValue } from './widgets';

/** More optional parameters than this hide behind one button until asked for. */
const FEW = 6;

/** A form generated from a schema: required fields, the given ones, and a button for each that may be added. */
export function ParamsForm({ descriptor, params, base, onChange, onReplace }: ParamsFormProps) {
  const plan = planForm(descriptor, params);
  const [showsAll, setShowsAll] = useState(false);
  const siblings = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [canonicalName(descriptor, key), value]),
  );
  const offered = showsAll || plan.addable.length <= FEW ? plan.addable : plan.addable.slice(0, FEW - 1);
  const more = plan.addable.length - offered.length;
  const field = (item: FormField, optional: boolean) => (
    <Field
      key={item.name}
      field={item}
      base={base}
      value={item.given ? params[item.key] : undefined}
      siblings={siblings}
      onChange={(value, at) => onChange(item.key, value, at)}
      {...(optional ? { onRemove: () => onChange(item.key, undefined, `${base}.${item.key}`) } : {})}
    />
  );
  const add = (item: FormField) => {
    onChange(item.key, startValue(item.schema), `${base}.${item.key}`);
    focusSoon(`${base}.${item.key}`);
  };
  return (
    <NestedFormContext value={ParamsForm}>
      {plan.required.map((item) => field(item, false))}
      {plan.required.length > 0 && plan.given.length > 0 && <hr className={styles.line} />}
      {plan.given.map((item) => field(item, true))}
      {plan.addable.length > 0 && (
        <fieldset className={styles.addable} aria-label="Optional parameters">
          {offered.map((item) => (
            <button
              key={item.name}
              type="button"
              className={styles.add}
              title={item.schema.description}
              onClick={() => add(item)}
            >
              <Icon name="plus" size={12} />
              {item.name}
            </button>
          ))}
          {more > 0 && (
            <button type="button" className={styles.add} onClick={() => setShowsAll(true)}>
              <Icon name="plus" size={12} />
              {more} more
            </button>
          )}
        </fieldset>
      )}
      {plan.unknown.length > 0 && (
        <OtherParams params={params} unknown={plan.unknown} base={base} onReplace={onReplace} />
      )}
    </NestedFormContext>
  );
}

/** A parameter that was just added is what its author wants to write next. */
function focusSoon(path: string): void {
  requestAnimationFrame(() => focusWithin(document, path));
}
