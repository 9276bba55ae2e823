'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Holds one `TabList` and the `TabPanel`s. */
  children: ReactNode;
  className?: string;
}

/** Panels of which one is shown. */
export function Tabs(props: TabsProps) {
  return <Radix.Root {...props} />;
}
