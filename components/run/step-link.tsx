'use client';

import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import styles from './step-link.module.css';

export interface StepLinkProps {
  step: string;
  /** One iteration of it. */
  iteration?: readonly number[];
}

/** A link to a step, with its title. */
export function StepLink({ step, iteration }: StepLinkProps) {
  const { definition, setFocus } = useLens();
  return (
    <button
      type="button"
      className={styles.link}
      title={step}
      onClick={() => setFocus(iteration ? { step, iteration } : { step })}
    >
      {stepTitle(definition, step)}
    </button>
  );
}
