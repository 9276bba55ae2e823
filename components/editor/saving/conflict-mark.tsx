import { Icon } from '@/components/ui/icon';
import { useEditor } from '../use-editor';
import { stepOf } from './conflict-words';
import styles from './save-conflicts.module.css';

export interface ConflictMarkProps {
  stepId: string;
}

/** Marks a card whose step was changed here and elsewhere; renders nothing otherwise. */
export function ConflictMark({ stepId }: ConflictMarkProps) {
  const hasConflict = useEditor(
    ({ save }) => save.status === 'conflict' && save.conflicts.some(({ path }) => stepOf(path) === stepId),
  );
  if (!hasConflict) return null;
  const label = 'Changed here and elsewhere';
  return (
    <span className={styles.mark} data-status="failed" title={label}>
      <Icon name="branch" size={14} label={label} />
    </span>
  );
}
