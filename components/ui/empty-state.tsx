import type { ReactNode } from 'react';
import { clsx } from './clsx';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon';

export interface EmptyStateProps {
  /** What is missing, in a few words. */
  title: string;
  /** Why, and what to do. */
  children?: ReactNode;
  icon?: IconName;
  /** Buttons. */
  actions?: ReactNode;
  className?: string;
}

/** Shown when a list or a panel is empty. */
export function EmptyState({ title, children, icon, actions, className }: EmptyStateProps) {
  return (
    <div className={clsx(styles.empty, className)}>
      {icon && <Icon name={icon} size={20} className={styles.icon} />}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
