'use client';

import { type ReactNode, useId } from 'react';
import { clsx } from './clsx';
import styles from './field.module.css';
import { Icon } from './icon';

/** Attributes that connect a control inside `Field` with its label and messages. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly invalid: boolean;
}

export interface FieldProps {
  label: ReactNode;
  /** Renders the control; spread the argument onto it. */
  children: (control: FieldControl) => ReactNode;
  /** Type of the value, monospaced beside the label. */
  type?: string;
  required?: boolean;
  /** Below the control: what the value is for. */
  hint?: ReactNode;
  /** Below the control: what is wrong and what to do. */
  error?: ReactNode;
  /** Shown at the right of the label. */
  end?: ReactNode;
  className?: string;
}

/** A control with its label, its hint and its error. */
export function Field({ label, children, type, required, hint, error, end, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error) || Boolean(hint);
  return (
    <div className={clsx(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className={styles.required} title="required">
            *
          </span>
        )}
        {type && <span className={styles.type}>{type}</span>}
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, invalid: Boolean(error) })}
      {error && (
        <p id={noteId} role="alert" data-status="failed" className={styles.error}>
          <Icon name="err" size={14} />
          <span>{error}</span>
        </p>
      )}
      {!error && hint && (
        <p id={noteId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
