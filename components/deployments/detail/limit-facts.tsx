import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { OriginLink } from '../../run-state/origin-link';
import { formatAgo, formatMoment } from '../../ui/format';
import { limitText } from '../deployment-look';
import styles from './limit-panel.module.css';

export interface LimitFactsProps {
  deployment: Pick<DeploymentDetail, 'events' | 'rate_limit'>;
  metrics: DeploymentMetrics | undefined;
  now: Date;
}

/** The last refusal, the scope of the limit, and who set it. */
export function LimitFacts({ deployment, metrics, now }: LimitFactsProps) {
  const refused = metrics?.points.findLast(({ limited }) => limited > 0);
  const set = deployment.events.find(({ kind }) => kind === 'limited');
  const isLimited = limitText(deployment.rate_limit) !== undefined;
  if (!refused && !isLimited) return null;
  return (
    <dl className={styles.totals}>
      {refused && (
        <>
          <dt>Last 429</dt>
          <dd>{formatMoment(refused.at, now)}</dd>
        </>
      )}
      {isLimited && (
        <>
          <dt>Scope</dt>
          <dd>all replicas, all keys</dd>
        </>
      )}
      {isLimited && set && (
        <>
          <dt>Set by</dt>
          <dd>
            {set.by ? <OriginLink by={set.by} className={styles.link} /> : 'a person'},{' '}
            <time dateTime={set.created_at}>{formatAgo(set.created_at, now)}</time>
          </dd>
        </>
      )}
    </dl>
  );
}
