'use client';

import type { Json } from '@/engine';
import type { FormField } from './fields';
import { type LastInputs, useFormScope } from './form-context';
import styles from './last-value.module.css';
import { holdsTemplate } from './sources';
import { useLastInputs } from './use-last-inputs';
import { usePreview } from './use-preview';

export interface LastValueProps {
  field: FormField;
  /** Path of the form below the step: `params`, `params.action_params`. */
  base: string;
  /** The written value. */
  value: Json | undefined;
}

/** Longest shown text, in characters. */
const MAX_LENGTH = 300;

/**
 * The value of a parameter with templates: in the chosen run of its step, or with the values at hand where the template or
 * a sample has changed since. Secrets are masked.
 */
export function LastValue({ field, base, value }: LastValueProps) {
  const { stepId } = useFormScope();
  const of = base === 'params' ? 'step' : 'iteration';
  // SQL shows its bound values in a table. Only the parameters that a loop passes on are those of an iteration.
  const hasInputs = (of === 'step' || base === 'params.action_params') && field.widget !== 'sql';
  const isShown = hasInputs && value !== undefined && holdsTemplate(value);
  const last = useLastInputs(isShown ? stepId : undefined, of);
  const input = last?.inputs[field.name];
  const preview = usePreview(isShown ? value : undefined);
  if (preview !== undefined && textOf(preview) !== textOf(input))
    return <Shown title="Preview" value={textOf(preview)} />;
  if (last === undefined || input === undefined) return null;
  return <Shown title={titleOf(last)} value={textOf(input)} />;
}

function titleOf({ run, iteration }: LastInputs): string {
  return iteration === undefined ? `In run #${run}` : `In run #${run}, iteration ${iteration + 1}`;
}

function Shown({ title, value }: { title: string; value: string }) {
  const shown = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
  return (
    <p className={styles.last} title={shown}>
      {title}: <code>{shown === '' ? 'empty text' : shown}</code>
    </p>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
