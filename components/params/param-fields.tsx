'use client';

import { Field } from '@/components/ui/field';
import { ParamControl } from './param-control';
import type { Declarations, ParamDrafts } from './param-drafts';
import styles from './param-fields.module.css';

export interface ParamFieldsProps {
  declarations: Declarations;
  drafts: ParamDrafts;
  onChange: (drafts: ParamDrafts) => void;
  /** Problems by name. */
  problems: Readonly<Record<string, string>>;
}

/** One field for each declared param, by its type. */
export function ParamFields({ declarations, drafts, onChange, problems }: ParamFieldsProps) {
  return (
    <div className={styles.fields}>
      {Object.entries(declarations).map(([name, declaration]) => (
        <Field
          key={name}
          label={name}
          type={declaration.type}
          required={declaration.required === true && declaration.default === undefined}
          hint={declaration.description}
          error={problems[name]}
        >
          {(control) => (
            <ParamControl
              declaration={declaration}
              text={drafts[name] ?? ''}
              onText={(text) => onChange({ ...drafts, [name]: text })}
              control={control}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
