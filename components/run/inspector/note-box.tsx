import type { ReactNode } from 'react';
import { type Status, StatusBadge } from '@/components/ui/status';
import styles from './state-box.module.css';

export interface NoteBoxProps {
  status: Status;
  children: ReactNode;
  /** Shown at the right of the status, for example an instant. */
  end?: ReactNode;
  /** Buttons below the reason. */
  actions?: ReactNode;
}

/** A status with its reason. */
export function NoteBox({ status, children, end, actions }: NoteBoxProps) {
  return (
    <div className={styles.box} data-status={status}>
      <div className={styles.line}>
        <StatusBadge status={status} quiet />
        {end && <span className={styles.end}>{end}</span>}
      </div>
      <p className={styles.text}>{children}</p>
      {actions}
    </div>
  );
}
