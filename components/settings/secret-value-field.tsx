'use client';

import { useState } from 'react';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Textarea } from '../ui/textarea';
import styles from './dialog.module.css';

export interface SecretValueFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  /** Whether white space around the value is removed when it is stored. @default false */
  trimmed?: boolean;
}

/** A field for a secret of one or more lines. It never contains the stored value. */
export function SecretValueField(props: SecretValueFieldProps) {
  const { label, value, onChange, required, hint, error, trimmed = false } = props;
  const [isShown, setIsShown] = useState(false);
  const isPadded = !trimmed && value !== value.trim();
  return (
    <Field label={label} required={required} error={error} hint={hint}>
      {(control) => (
        <>
          <Textarea
            {...control}
            mono
            rows={3}
            required={required}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            data-1p-ignore
            className={isShown ? undefined : styles.hidden}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className={styles.under}>
            <Button variant="quiet" size="sm" icon="eye" onClick={() => setIsShown(!isShown)}>
              {isShown ? 'Hide value' : 'Show value'}
            </Button>
            <p role="status">{isPadded && `${paddingOf(value)} The value is stored unchanged.`}</p>
            {isPadded && (
              <Button variant="quiet" size="sm" onClick={() => onChange(value.trim())}>
                Trim value
              </Button>
            )}
          </div>
        </>
      )}
    </Field>
  );
}

function paddingOf(value: string): string {
  if (/[\r\n]$/.test(value)) return 'The value ends with a line break.';
  return value === value.trimEnd()
    ? 'The value starts with white space.'
    : 'The value ends with white space.';
}
