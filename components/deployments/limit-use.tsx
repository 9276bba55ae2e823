import type { ListedDeployment } from '@/lib/contracts/deployments';
import { limitText } from './deployment-look';
import styles from './limit-use.module.css';

export interface LimitUseProps {
  deployment: Pick<ListedDeployment, 'rate_limit' | 'activity'>;
}

/** The used share of the rate limit of a deployment, as text and as a bar. */
export function LimitUse({ deployment: { rate_limit: limit, activity } }: LimitUseProps) {
  const text = limitText(limit);
  if (text === undefined) return <span className={styles.quiet}>No limit</span>;
  const percent = Math.round((activity.limit_share ?? 0) * 100);
  return (
    <>
      <p>
        <b>{percent} %</b> <span className={styles.quiet}>of {text}</span>
      </p>
      <span className={styles.bar} aria-hidden>
        <i style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {activity.limited > 0 && (
        <p className={styles.quiet}>{activity.limited.toLocaleString('en')} × 429, last hour</p>
      )}
    </>
  );
}
