import type { ReactNode } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import type { Status } from './status';
import styles from './tag.module.css';

export interface TagProps {
  children: ReactNode;
  icon?: IconName;
  /** Colour of the text, for warnings. */
  status?: Status;
  title?: string;
  className?: string;
}

/** A secondary fact about the element beside it: a version, a count, an effect. */
export function Tag({ children, icon, status, title, className }: TagProps) {
  return (
    <span data-status={status} title={title} className={clsx(styles.tag, className)}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
