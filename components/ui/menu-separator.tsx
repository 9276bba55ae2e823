'use client';

import { DropdownMenu } from 'radix-ui';
import styles from './menu.module.css';

/** A line between two kinds of items in a `Menu`. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}
