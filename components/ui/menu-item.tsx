'use client';

import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { Kbd } from './kbd';
import styles from './menu.module.css';

export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  /** Makes it a link, to a file or to another site. Pages are better reached by the router in `onSelect`. */
  href?: string;
  icon?: IconName;
  /** A second line that says more. */
  detail?: ReactNode;
  shortcut?: string;
  disabled?: boolean;
}

/** One command of a `Menu`. */
export function MenuItem({ children, onSelect, href, icon, detail, shortcut, disabled }: MenuItemProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size={14} className={styles.icon} />}
      <span className={styles.text}>
        {children}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </>
  );
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      asChild={href !== undefined}
      className={styles.item}
    >
      {href === undefined ? content : <a href={href}>{content}</a>}
    </DropdownMenu.Item>
  );
}
