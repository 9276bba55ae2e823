import type { ReactNode } from 'react';
import type { Status } from '@/components/ui/status';
import { StatusBadge } from '@/components/ui/status-badge';
import styles from './state-box.module.css';

export interface NoteBoxProps {
  status: Status;
  children: ReactNode;
  /** At the right of the state's word: when. */
  end?: ReactNode;
}

/** A state with its reason. */
export function NoteBox({ status, children, end }: NoteBoxProps) {
  return (
    <div className={styles.box} data-status={status}>
      <div className={styles.line}>
        <StatusBadge status={status} quiet />
        {end && <span className={styles.end}>{end}</span>}
      </div>
      <p className={styles.text}>{children}</p>
    </div>
  );
}
