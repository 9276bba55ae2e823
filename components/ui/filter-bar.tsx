import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  /** Filters at the left: pills, a box. */
  children: ReactNode;
  /** Narrower choices at the right. */
  end: ReactNode;
}

/** The filters above a list. On narrow pages the choices follow in the next line. */
export function FilterBar({ children, end }: FilterBarProps) {
  return (
    <div className={styles.filters}>
      {children}
      <div className={styles.end}>{end}</div>
    </div>
  );
}
