'use client';

import { stepTitle } from './definition';
import { useLens } from './run-context';
import styles from './step-link.module.css';

export interface StepLinkProps {
  step: string;
}

/** A step's title that leads to it. */
export function StepLink({ step }: StepLinkProps) {
  const { definition, setFocus } = useLens();
  return (
    <button type="button" className={styles.link} title={step} onClick={() => setFocus({ step })}>
      {stepTitle(definition, step)}
    </button>
  );
}
