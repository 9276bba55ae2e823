import { Icon } from '@/components/ui/icon';
import styles from './light-badge.module.css';
import { type LightRole, ROLE_WORDS } from './lights';

export interface LightBadgeProps {
  /** Undefined for a step that is not on it. */
  role: LightRole | undefined;
}

/** What the step of a card is on the lineage that is shown. */
export function LightBadge({ role }: LightBadgeProps) {
  if (role === undefined) return null;
  return (
    <span className={styles.badge} data-role={role}>
      <Icon name="lineage" size={12} />
      {ROLE_WORDS[role]}
    </span>
  );
}
