'use client';

import type { Json } from '@/engine';
import type { FormField } from './fields';
import { useFormScope } from './form-context';
import styles from './last-value.module.css';
import { holdsTemplate } from './sources';
import { useLastInputs } from './use-last-inputs';

export interface LastValueProps {
  field: FormField;
  /** Path of the form below the step: `params`. */
  base: string;
  /** The written value. */
  value: Json | undefined;
}

/** Longest shown text, in characters. */
const MAX_LENGTH = 300;

/** What a parameter with templates was in the last run of its step; secrets are masked. */
export function LastValue({ field, base, value }: LastValueProps) {
  const { stepId } = useFormScope();
  // SQL shows its bound values in a table.
  const isShown = base === 'params' && field.widget !== 'sql' && value !== undefined && holdsTemplate(value);
  const last = useLastInputs(isShown ? stepId : undefined);
  const input = last?.inputs[field.name];
  if (last === undefined || input === undefined) return null;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return (
    <p className={styles.last} title={shown}>
      In run #{last.run}: <code>{shown === '' ? 'empty text' : shown}</code>
    </p>
  );
}
