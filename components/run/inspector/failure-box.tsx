'use client';

import { StatusBadge } from '@/components/ui/status-badge';
import { Instant } from '../instant';
import { NEXT_STEPS } from '../reason';
import type { UnitSelection } from './selection';
import styles from './state-box.module.css';

export interface FailureBoxProps {
  selected: UnitSelection;
}

/** What went wrong in the attempt that is looked at, where, when, and what to do about it. */
export function FailureBox({ selected }: FailureBoxProps) {
  const { unit, attempt } = selected;
  const error = attempt?.error ?? unit?.error;
  if (!error) return null;
  const where = [error.code && `code ${error.code}`, error.path && `at ${error.path}`]
    .filter(Boolean)
    .join(', ');
  const at = attempt?.finishedAt ?? unit?.finishedAt;
  return (
    <div className={styles.box} data-status="failed">
      <div className={styles.line}>
        <StatusBadge status="failed" quiet />
        <span className={styles.kind}>{error.kind}</span>
        {at && (
          <span className={styles.end}>
            <Instant at={at} />
          </span>
        )}
      </div>
      <p className={styles.message}>{error.message}</p>
      {where && <p className={styles.text}>{where}.</p>}
      <p className={styles.text}>{NEXT_STEPS[error.kind]}</p>
      {unit?.tolerated && <p className={styles.text}>The run continued: on_failure is set to continue.</p>}
    </div>
  );
}
