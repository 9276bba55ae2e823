import { Icon } from '@/components/ui/icon';
import type { StepDocument } from '@/engine';
import { expressionParts } from '../model/sentence';
import styles from './step-node.module.css';

export interface CardFooterProps {
  step: StepDocument;
}

/** Condition, retry and timeout of a step, as far as it has them. */
export function CardFooter({ step }: CardFooterProps) {
  const { condition, retry, timeout_seconds: timeout } = step;
  const attempts = retry?.max_attempts;
  const rows = [
    step.disabled === true && (
      <span key="disabled" className={styles.tag}>
        <Icon name="skipped" size={12} />
        disabled
      </span>
    ),
    condition !== undefined && condition !== '' && (
      <span key="condition" className={styles.tag} title={condition}>
        <Icon name="bolt" size={12} />
        <span className={styles.tagText}>if {conditionText(condition)}</span>
      </span>
    ),
    retry !== undefined && (
      <span key="retry" className={styles.tag}>
        <Icon name="retrying" size={12} />
        {attempts ?? 1}×
        {retry.backoff_multiplier === undefined ? '' : ` · ${retry.backoff_multiplier.toFixed(1)}`}
      </span>
    ),
    timeout !== undefined && (
      <span key="timeout" className={styles.tag}>
        <Icon name="wait_until" size={12} />
        {timeout} s
      </span>
    ),
    step.on_failure === 'continue' && (
      <span key="continue" className={styles.tag}>
        <Icon name="right" size={12} />
        continues on failure
      </span>
    ),
  ].filter(Boolean);
  return rows.length === 0 ? null : <div className={styles.foot}>{rows}</div>;
}

/** `steps.a.status == "failed"` is said as `a failed`; other conditions in their short form. */
function conditionText(condition: string): string {
  const status = /^\s*steps\.([\w-]+)\.status\s*==\s*["'](\w+)["']\s*$/.exec(condition);
  if (status !== null) return `${status[1]} ${status[2]}`;
  return expressionParts(condition)
    .map(({ text }) => text)
    .join('');
}
