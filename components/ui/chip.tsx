import type { ReactNode } from 'react';
import type { CategoryName } from './category';
import styles from './chip.module.css';
import { clsx } from './clsx';

export interface ChipProps {
  /** The category of the value's source. */
  category: CategoryName;
  /** The short path: `health.status`. */
  children: ReactNode;
  /** Short name of the type: `str`, `int`. */
  type?: string;
  /** Whether the reference is invalid. */
  broken?: boolean;
  /** The full path. */
  title?: string;
  className?: string;
}

/** A reference to a value: category dot, path, type. Inside a zoomed canvas its text keeps the minimum size. */
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
