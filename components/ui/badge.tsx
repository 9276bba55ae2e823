import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon';
import type { Status } from './status';

export interface BadgeProps {
  children: ReactNode;
  /** Colour of the state it tells about; neutral without. */
  status?: Status;
  icon?: IconName;
  className?: string;
}

/** A small pill with a word or a number, tinted by a state when it tells about one. */
export function Badge({ children, status, icon, className }: BadgeProps) {
  return (
    <span data-status={status} className={clsx(styles.badge, className)}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
