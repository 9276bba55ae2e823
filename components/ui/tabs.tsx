'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { clsx } from './clsx';
import styles from './tabs.module.css';

export interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Contains one `TabList` and the `TabPanel`s. */
  children: ReactNode;
  className?: string;
}

/** Tabs with panels, one of which is shown. */
export function Tabs(props: TabsProps) {
  return <Radix.Root {...props} />;
}

export interface TabListProps {
  /** Name of the tab list, for screen readers. */
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

export interface TabProps {
  value: string;
  /** The word, and a `Count` if it has one. */
  children: ReactNode;
  disabled?: boolean;
}

/** One tab. */
export function Tab(props: TabProps) {
  return <Radix.Trigger {...props} className={styles.tab} />;
}

export interface TabPanelProps {
  value: string;
  children: ReactNode;
  className?: string;
  /** Stays mounted while hidden, with its scroll position and edits. */
  keep?: boolean;
}

/** The panel of a tab. */
export function TabPanel({ keep, ...rest }: TabPanelProps) {
  return <Radix.Content {...rest} {...(keep ? { forceMount: true } : {})} />;
}
