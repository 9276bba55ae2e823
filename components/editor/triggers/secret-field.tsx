'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { SECRETS_PAGE, useSecretNames } from '../form/secret-names';
import styles from './trigger-dialog.module.css';

export interface SecretFieldProps {
  label: string;
  /** Name of the secret. */
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** One of the secrets there are, by its name. */
export function SecretField({ label, value, error, onChange }: SecretFieldProps) {
  const names = useSecretNames();
  const isGone = value !== '' && !names.includes(value);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={names.length === 0 ? 'No secrets yet. Add a secret, then reload this page.' : undefined}
      end={
        <a href={SECRETS_PAGE} target="_blank" rel="noreferrer" className={styles.link}>
          Secrets
        </a>
      }
    >
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose…</option>
          {isGone && <option value={value}>{`${value} (missing)`}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
