'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabPanelProps {
  value: string;
  children: ReactNode;
  className?: string;
  /** Stays in the page while hidden, with its scroll and its edits. */
  keep?: boolean;
}

/** What a tab shows. */
export function TabPanel({ keep, ...rest }: TabPanelProps) {
  return <Radix.Content {...rest} {...(keep ? { forceMount: true } : {})} />;
}
