'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

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
