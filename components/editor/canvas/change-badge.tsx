import { Icon, type IconName } from '@/components/ui/icon';
import type { StepChange } from '@/engine';
import styles from './change-badge.module.css';

/** Icon and word of each kind of difference. */
export const CHANGE_LOOKS: Readonly<Record<StepChange['change'], { icon: IconName; word: string }>> = {
  added: { icon: 'plus', word: 'Added' },
  removed: { icon: 'minus', word: 'Removed' },
  changed: { icon: 'pencil', word: 'Changed' },
};

export interface ChangeBadgeProps {
  change: StepChange;
}

/** The badge on a card of two compared documents: how its step differs. */
export function ChangeBadge({ change: { change, keys } }: ChangeBadgeProps) {
  const { icon, word } = CHANGE_LOOKS[change];
  return (
    <span className={styles.badge} data-change={change} title={keys.join(', ')}>
      <Icon name={icon} size={12} />
      {word}
    </span>
  );
}

/** The same as text, for the accessible name of a card: "added", "changed: params.url". */
export function changeText({ change, keys }: StepChange): string {
  return keys.length === 0 ? change : `${change}: ${keys.join(', ')}`;
}
