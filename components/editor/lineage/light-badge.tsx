import { Icon } from '@/components/ui/icon';
import styles from './light-badge.module.css';
import { type LightRole, ROLE_WORDS } from './lights';

export interface LightBadgeProps {
  role: LightRole;
}

/** What the step of a card is on the lineage that is shown. */
export function LightBadge({ role }: LightBadgeProps) {
  return (
    <span className={styles.badge} data-role={role}>
      <Icon name="lineage" size={12} />
      {ROLE_WORDS[role]}
    </span>
  );
}
