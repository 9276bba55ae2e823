import { Notice } from '@/components/ui/notice';
import type { HealthReason } from '@/lib/contracts/health';
import styles from './workers.module.css';

export interface HealthNoticeProps {
  reasons: readonly HealthReason[];
}

/** Says that the server accepts no runs, and why. */
export function HealthNotice({ reasons }: HealthNoticeProps) {
  if (reasons.length === 0) return null;
  return (
    <Notice
      status="failed"
      icon="warn"
      title="Degraded: no runs are accepted"
      alert
      className={styles.problem}
    >
      {reasons.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Notice>
  );
}
