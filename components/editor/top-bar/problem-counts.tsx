'use client';

import { Icon } from '@/components/ui/icon';
import { openDock } from '../commands/view';
import { useDiagnostics, useSession } from '../use-editor';
import styles from './top-bar.module.css';

/** How many errors and warnings there are; opens the list. */
export function ProblemCounts() {
  const session = useSession();
  const problems = useDiagnostics();
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const label = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return (
    <button
      type="button"
      className={styles.problems}
      aria-label={`${label}: show problems`}
      title={label}
      onClick={() => openDock(session, 'problems')}
    >
      {problems.length === 0 && (
        <span className={styles.problem} data-status="completed">
          <Icon name="check" size={14} />
          <span className={styles.word}>No problems</span>
        </span>
      )}
      {errors > 0 && (
        <span className={styles.problem} data-status="failed">
          <Icon name="err" size={14} />
          <span className={styles.word}>{errors}</span>
        </span>
      )}
      {warnings > 0 && (
        <span className={styles.problem} data-status="stale">
          <Icon name="warn" size={14} />
          <span className={styles.word}>{warnings}</span>
        </span>
      )}
    </button>
  );
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
