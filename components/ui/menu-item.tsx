'use client';

import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon, type IconNameOrOther } from './icon';
import { Kbd } from './kbd';
import styles from './menu.module.css';

export interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: IconNameOrOther;
  /** A second line that says more. */
  detail?: ReactNode;
  shortcut?: string;
  disabled?: boolean;
}

/** One command of a `Menu`. */
export function MenuItem({ children, onSelect, icon, detail, shortcut, disabled }: MenuItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} disabled={disabled} className={styles.item}>
      {icon && <Icon name={icon} size={14} className={styles.icon} />}
      <span className={styles.text}>
        {children}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </DropdownMenu.Item>
  );
}
