'use client';

import { useId } from 'react';
import type { RerunScope } from '@/engine';
import styles from './rerun.module.css';

export interface ScopeChoiceProps {
  value: RerunScope;
  /** The step of the choices that name one. */
  step: string | undefined;
  /** The number of the repeated run, and the step that failed it. */
  number: number;
  failedStep: string | null;
  onChange: (scope: RerunScope) => void;
}

/** Which steps a re-run executes. */
export function ScopeChoice({ value, step, number, failedStep, onChange }: ScopeChoiceProps) {
  const name = useId();
  const selected = step ?? 'Select a step on the canvas.';
  const scopes: readonly { readonly scope: RerunScope; readonly label: string; readonly hint: string }[] = [
    { scope: 'everything', label: 'Everything', hint: 'Reuses no outputs.' },
    {
      scope: 'from_failed',
      label: 'From the first failure',
      hint: failedStep === null ? 'Executes steps that failed or did not run.' : `Starts at ${failedStep}.`,
    },
    { scope: 'from', label: 'From this step', hint: selected },
    { scope: 'up_to', label: 'Up to this step', hint: selected },
    {
      scope: 'only',
      label: 'Only this step',
      hint: step === undefined ? selected : `${step}. Other steps reuse their results from #${number}.`,
    },
    {
      scope: 'failed_iterations',
      label: 'Failed iterations only',
      hint: 'Also executes the steps after their loops.',
    },
  ];
  return (
    <fieldset className={styles.scopes}>
      <legend>Steps to execute</legend>
      {scopes.map(({ scope, label, hint }) => (
        <label key={scope} className={styles.scope}>
          <input
            type="radio"
            name={name}
            value={scope}
            checked={scope === value}
            aria-label={label}
            aria-describedby={`${name}-${scope}`}
            onChange={() => onChange(scope)}
          />
          <span>{label}</span>
          <span id={`${name}-${scope}`} className={styles.hint}>
            {hint}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
