import { Icon } from '@/components/ui/icon';
import styles from './change-badge.module.css';

/** The badge on the card of a step that no counted test or run executed. The name of the card says it too. */
export function NeverBadge() {
  return (
    <span className={styles.badge} data-change="never" aria-hidden>
      <Icon name="pending" size={12} />
      Never executed
    </span>
  );
}
