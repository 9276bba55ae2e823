'use client';

import { Icon } from '@/components/ui/icon';
import { useShowTriggers } from '../triggers/use-trigger-in-address';
import { useTriggers } from '../triggers/use-triggers';
import styles from './top-bar.module.css';

/** Whether anything starts this pipeline by itself; opens the triggers. */
export function TriggersButton() {
  const { data } = useTriggers({ isLive: false });
  const show = useShowTriggers();
  const on = data.filter(({ enabled }) => enabled).length;
  const label = on === 1 ? '1 trigger enabled' : `${on} triggers enabled`;
  return (
    <button
      type="button"
      className={styles.problems}
      aria-label={`${label}: show triggers`}
      title={label}
      onClick={show}
    >
      <span className={styles.word}>
        <Icon name="bolt" size={14} />
      </span>
      <span className={styles.word}>{on === 0 ? 'Triggers' : on}</span>
    </button>
  );
}
