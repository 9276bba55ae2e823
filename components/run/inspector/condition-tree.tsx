import type { ConditionLine } from '@/engine';
import styles from './why-details.module.css';

export interface ConditionTreeProps {
  /** Where it is written, below the step. */
  path: string;
  lines: readonly ConditionLine[];
}

const OUTCOMES: Readonly<Record<ConditionLine['outcome'], string>> = {
  true: '✓ true',
  false: '✕ false',
  value: '',
  missing: 'missing',
  not_evaluated: 'not evaluated',
  not_loaded: 'too large to show',
  failed: 'cannot be evaluated',
  unknown: '',
};

/** A condition and its operands, one line each, with the value of each operand. */
export function ConditionTree({ path, lines }: ConditionTreeProps) {
  return (
    <ul className={styles.tree} aria-label={path}>
      {lines.map((line, index) => (
        <li
          key={index}
          className={styles.line}
          data-depth={Math.min(line.depth, 4)}
          data-outcome={line.outcome}
        >
          <code className={styles.code}>{line.text}</code>
          <span className={styles.value}>
            {line.outcome === 'value' ? line.value : OUTCOMES[line.outcome]}
          </span>
        </li>
      ))}
    </ul>
  );
}
