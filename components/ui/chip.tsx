import type { ReactNode } from 'react';
import type { CategoryName } from './category';
import styles from './chip.module.css';
import { clsx } from './clsx';

export interface ChipProps {
  /** What the value comes from. */
  category: CategoryName;
  /** The short path: `health.status`. */
  children: ReactNode;
  /** Short name of the type: `str`, `int`. */
  type?: string;
  /** The reference leads nowhere. */
  broken?: boolean;
  /** The full path. */
  title?: string;
  className?: string;
}

/** A reference to a value: category dot, path, type. Inside a zoomed canvas it keeps the text floor. */
export function Chip({ category, children, type, broken, title, className }: ChipProps) {
  return (
    <span
      data-category={category}
      title={title}
      className={clsx(styles.chip, broken && styles.broken, className)}
    >
      <span className={styles.path}>{children}</span>
      {type && <span className={styles.type}>{type}</span>}
    </span>
  );
}
