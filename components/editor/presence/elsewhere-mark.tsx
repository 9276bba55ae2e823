import { Icon } from '@/components/ui/icon';
import styles from './elsewhere-mark.module.css';

/** Marks a card whose step is selected in another tab. */
export function ElsewhereMark() {
  return (
    <span className={styles.mark} title="Selected in another tab">
      <Icon name="user" size={12} />
    </span>
  );
}
