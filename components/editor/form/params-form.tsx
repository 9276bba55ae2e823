'use client';

import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { isJsonObject, type JsonObject } from '@/engine';
import { focusSoon } from '../inspector/focus-field';
import { Field } from './field';
import { FieldProblems } from './field-problems';
import { canonicalParams, type FormField, planForm } from './fields';
import { NestedFormContext, type ParamsFormProps, useFormScope } from './form-context';
import { JsonField } from './json-field';
import styles from './params-form.module.css';
import { startValue } from './widgets';

/** Limit above which optional parameters are collapsed. */
const FEW = 6;

/** A form generated from a schema: required and given fields, and a button for each optional one. */
export function ParamsForm({ descriptor, params, base, onChange, onReplace }: ParamsFormProps) {
  const plan = planForm(descriptor, params);
  const [showsAll, setShowsAll] = useState(false);
  const siblings = canonicalParams(descriptor, params);
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
      {plan.usual.map((item) => field(item, item.given))}
      {plan.required.length + plan.usual.length > 0 && plan.given.length > 0 && (
        <hr className={styles.line} />
      )}
      {plan.given.map((item) => field(item, true))}
      {plan.addable.length > 0 && (
        <fieldset className={styles.addable} aria-label="Optional parameters">
          {offered.map((item) => (
            <button
              key={item.name}
              type="button"
              className={styles.add}
              aria-label={`Add ${item.label}`}
              title={[item.name, item.schema.description].filter(Boolean).join(': ')}
              onClick={() => add(item)}
            >
              <Icon name="plus" size={12} />
              {item.label}
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

interface OtherParamsProps {
  params: JsonObject;
  /** Keys without a field. */
  unknown: readonly string[];
  base: string;
  onReplace: (params: JsonObject) => void;
}

/** Undeclared parameters: kept as written, and editable as JSON. */
function OtherParams({ params, unknown, base, onReplace }: OtherParamsProps) {
  const { stepId, problems } = useFormScope();
  const value = Object.fromEntries(unknown.map((key) => [key, params[key] ?? null]));
  const here = problems.filter((problem) => unknown.some((key) => within(problem.path, `${base}.${key}`)));
  const id = `other-${stepId ?? 'pipeline'}-${base}`.replace(/[^\w-]/g, '-');
  return (
    <div className={styles.other} data-field={`${base}.${unknown[0] ?? ''}`}>
      <div className={styles.otherHead} id={`${id}-label`}>
        Other parameters
      </div>
      <p className={styles.otherHint}>
        Parameters that this action does not define. They are kept as written.
      </p>
      <JsonField
        id={id}
        label="Other parameters"
        draftKey={`${stepId ?? ''}.${base}.other`}
        value={value}
        accepts={(next) => (isJsonObject(next) ? undefined : 'Enter an object: { "name": value }.')}
        onChange={(next) => {
          if (isJsonObject(next)) onReplace(mergeUnknown(params, unknown, next));
        }}
        invalid={here.some((problem) => problem.severity === 'error')}
        describedBy={here.length > 0 ? `${id}-problems` : undefined}
      />
      <FieldProblems id={`${id}-problems`} problems={here} />
    </div>
  );
}

function within(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

/** Writes edited keys in place and appends new ones; keys of declared parameters are unchanged. */
function mergeUnknown(params: JsonObject, unknown: readonly string[], next: JsonObject): JsonObject {
  const isUnknown = new Set(unknown);
  const kept = Object.entries(params).flatMap(([key, value]): [string, JsonObject[string]][] => {
    if (!isUnknown.has(key)) return [[key, value]];
    return Object.hasOwn(next, key) ? [[key, next[key] ?? null]] : [];
  });
  const added = Object.entries(next).filter(([key]) => !Object.hasOwn(params, key));
  return Object.fromEntries([...kept, ...added]);
}
