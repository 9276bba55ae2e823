'use client';

import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

export interface MenuHeadingProps {
  children: ReactNode;
}

/** Names the items that follow in a `Menu`. */
export function MenuHeading({ children }: MenuHeadingProps) {
  return <DropdownMenu.Label className={styles.heading}>{children}</DropdownMenu.Label>;
}
