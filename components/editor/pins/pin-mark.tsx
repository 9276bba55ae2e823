import { Icon } from '@/components/ui/icon';
import { useObservable, useSession } from '../use-editor';
import styles from './pins.module.css';

export interface PinMarkProps {
  stepId: string;
}

/** Shows on a card that tries use a pinned output of its step. */
export function PinMark({ stepId }: PinMarkProps) {
  const isPinned = useObservable(useSession().pins, (pins) => pins.has(stepId));
  if (!isPinned) return null;
  return (
    <span className={styles.mark} title="Tries use the pinned output of this step. Runs execute it.">
      <Icon name="pin" size={12} />
      Pinned
    </span>
  );
}
