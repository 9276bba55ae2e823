import { Icon } from '../../ui/icon';
import styles from './chart-flags.module.css';
import { EVENT_LOOKS } from './event-looks';
import type { ChartMark } from './series';

export interface ChartFlagsProps {
  marks: readonly ChartMark[];
}

/** Marks events of the deployment on the charts. The list of events has the same information as text. */
export function ChartFlags({ marks }: ChartFlagsProps) {
  return (
    <div className={styles.flags} aria-hidden>
      {marks.map(({ event, share }) => {
        const { status, icon } = EVENT_LOOKS[event.kind];
        return (
          <span
            key={`${event.created_at} ${event.message}`}
            data-status={status}
            title={event.message}
            className={styles.flag}
            style={{ left: `${share * 100}%` }}
          >
            <Icon name={icon} size={12} />
          </span>
        );
      })}
    </div>
  );
}
