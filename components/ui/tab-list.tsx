'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { clsx } from './clsx';
import styles from './tabs.module.css';

export interface TabListProps {
  /** What the tabs choose, for screen readers. */
  label: string;
  /** `Tab`s. */
  children: ReactNode;
  /** Shown at the right end; not part of the tab list. */
  end?: ReactNode;
  /** 36 or 32 px high. @default 'md' */
  size?: 'md' | 'sm';
  className?: string;
}

/** The row of tabs. */
export function TabList({ label, children, end, size = 'md', className }: TabListProps) {
  return (
    <div className={clsx(styles.bar, size === 'sm' && styles.sm, className)}>
      <Radix.List aria-label={label} className={styles.list}>
        {children}
      </Radix.List>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
