import type { ReactNode } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import styles from './notice.module.css';
import type { Status } from './status';

export interface NoticeProps {
  status: Status;
  /** What happened. */
  title: ReactNode;
  icon?: IconName;
  children?: ReactNode;
  /** Announces it to screen readers when it appears. */
  alert?: boolean;
  className?: string;
}

/** A box tinted by a state, for a permanent failure or warning in the page. */
export function Notice({ status, title, icon = 'err', children, alert, className }: NoticeProps) {
  return (
    <div data-status={status} role={alert ? 'alert' : undefined} className={clsx(styles.notice, className)}>
      <p className={styles.title}>
        <Icon name={icon} size={14} />
        <span>{title}</span>
      </p>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
