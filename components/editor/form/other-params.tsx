'use client';

import { isJsonObject, type JsonObject } from '@/engine';
import { FieldProblems } from './field-problems';
import { useFormScope } from './form-context';
import { JsonField } from './json-field';
import styles from './params-form.module.css';

export interface OtherParamsProps {
  params: JsonObject;
  /** Keys that no field shows. */
  unknown: readonly string[];
  base: string;
  onReplace: (params: JsonObject) => void;
}

/** Parameters that the action does not declare: kept as they are, and editable as JSON. */
export function OtherParams({ params, unknown, base, onReplace }: OtherParamsProps) {
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

/** Puts edited keys back in their places; new ones go last, keys of declared parameters are not touched. */
export function mergeUnknown(params: JsonObject, unknown: readonly string[], next: JsonObject): JsonObject {
  const isUnknown = new Set(unknown);
  const kept = Object.entries(params).flatMap(([key, value]): [string, JsonObject[string]][] => {
    if (!isUnknown.has(key)) return [[key, value]];
    return Object.hasOwn(next, key) ? [[key, next[key] ?? null]] : [];
  });
  const added = Object.entries(next).filter(([key]) => !Object.hasOwn(params, key));
  return Object.fromEntries([...kept, ...added]);
}
