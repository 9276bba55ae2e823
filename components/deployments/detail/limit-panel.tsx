import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { Button } from '../../ui/button';
import { formatCount, formatDuration } from '../../ui/format';
import { Tag } from '../../ui/tag';
import { limitText } from '../deployment-look';
import { ALGORITHM_WORDS } from '../limit-words';
import { AdmissionBars } from './admission-bars';
import { KeyUse } from './key-use';
import { LimitFacts } from './limit-facts';
import styles from './limit-panel.module.css';
import { Panel } from './panel';

export interface LimitPanelProps {
  deployment: DeploymentDetail;
  /** Metrics of the last hour; undefined while they load. */
  metrics: DeploymentMetrics | undefined;
  /** Current time by the clock of the browser. */
  now: Date;
  onEdit: () => void;
}

const WINDOW_SECONDS = { second: 1, minute: 60, hour: 3600 } as const;

/** The rate limit of a deployment, and its current state. */
export function LimitPanel({ deployment, metrics, now, onEdit }: LimitPanelProps) {
  const { rate_limit: limit, status } = deployment;
  const text = limitText(limit);
  const state = metrics?.limit ?? undefined;
  return (
    <Panel
      title="Rate limit"
      start={limit && text !== undefined && <Tag>{ALGORITHM_WORDS[limit.algorithm]}</Tag>}
      end={
        <Button size="sm" disabled={status === 'deleting'} onClick={onEdit}>
          {text === undefined ? 'Set…' : 'Edit…'}
        </Button>
      }
    >
      <div className={styles.limit}>
        {text === undefined && <p className={styles.quiet}>No limit. Every request is admitted.</p>}
        {limit && text !== undefined && (
          <div className={styles.allowance}>
            {state && <Bucket remaining={state.remaining} capacity={state.capacity} />}
            <div>
              <p className={styles.rate}>{text}</p>
              {state && (
                <p className={styles.quiet}>
                  {state.remaining.toLocaleString('en')} of {formatCount(state.capacity, 'request')} left
                </p>
              )}
              <p className={styles.quiet}>{refillText(limit)}</p>
              {state && state.reset_seconds > 0 && (
                <p className={styles.quiet}>
                  {limit.algorithm === 'token_bucket' ? 'full' : 'next window'} in{' '}
                  {formatDuration(Math.ceil(state.reset_seconds) * 1000)}
                </p>
              )}
            </div>
          </div>
        )}
        {metrics && (
          <>
            <AdmissionBars metrics={metrics} now={now.getTime()} />
            <KeyUse keys={metrics.keys} />
          </>
        )}
        <LimitFacts deployment={deployment} metrics={metrics} now={now} />
      </div>
    </Panel>
  );
}

function refillText(limit: NonNullable<DeploymentDetail['rate_limit']>): string {
  if (limit.algorithm === 'fixed_window') return `resets every ${limit.time_window}`;
  const perSecond = limit.rate_limit / WINDOW_SECONDS[limit.time_window];
  return `refills ${Number(perSecond.toPrecision(3))} per second`;
}

/** A bar that repeats the numbers beside it. */
function Bucket({ remaining, capacity }: { remaining: number; capacity: number }) {
  const share = capacity === 0 ? 0 : (remaining / capacity) * 100;
  return (
    <div className={styles.bucket} aria-hidden>
      <i style={{ height: `${share}%` }} />
      <b>{remaining}</b>
    </div>
  );
}
