import type { DeploymentEvent } from '@/lib/contracts/deployments';
import { OriginLink } from '../../run-state/origin-link';
import { formatInstant, formatMoment } from '../../ui/format';
import { Icon } from '../../ui/icon';
import styles from './detail.module.css';
import { EVENT_LOOKS } from './event-looks';
import { Panel } from './panel';

export interface EventListProps {
  /** Newest first. */
  events: readonly DeploymentEvent[];
  now: Date;
}

/** The latest events of a deployment. */
export function EventList({ events, now }: EventListProps) {
  return (
    <Panel title="Recent events">
      {events.length === 0 && <p className={styles.none}>No events yet.</p>}
      <ol className={styles.events}>
        {events.map(({ kind, message, by, created_at: at }) => (
          <li key={`${at} ${kind} ${message}`} data-status={EVENT_LOOKS[kind].status}>
            <time dateTime={at} title={formatInstant(at)} suppressHydrationWarning>
              {formatMoment(at, now)}
            </time>
            <Icon name={EVENT_LOOKS[kind].icon} size={14} />
            <span className={styles.message}>{message}</span>
            {by && <OriginLink by={by} className={styles.link} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
