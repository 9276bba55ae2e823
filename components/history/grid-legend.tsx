import { STATUS_LOOKS, type Status, StatusGlyph } from '@/components/ui/status';
import styles from './history.module.css';

const SHOWN: readonly Status[] = [
  'completed',
  'warning',
  'failed',
  'skipped',
  'cancelled',
  'reused',
  'running',
  'waiting',
];

/** What the marks of the grid mean. */
export function GridLegend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {SHOWN.map((status) => (
        <li key={status}>
          <StatusGlyph status={status} size={12} />
          {STATUS_LOOKS[status].word}
        </li>
      ))}
      <li>
        <i className={styles.retried} aria-hidden />
        More than one attempt
      </li>
      <li>
        <i className={styles.absent} aria-hidden />
        Not reached, or not in this version
      </li>
    </ul>
  );
}
