'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import { Menu } from './menu';
import styles from './split-button.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SplitButtonProps {
  children: ReactNode;
  onClick: () => void;
  /** Name of the part that opens the menu. */
  menuLabel: string;
  /** `MenuItem`s. */
  menu: ReactNode;
  icon?: IconName;
  /** @default 'primary' */
  variant?: 'primary' | 'default';
  busy?: boolean;
  disabled?: boolean;
  /** Tooltip of the main part, such as the reason why it is disabled. */
  title?: string;
}

/** A button for the default choice, with a menu of the others. */
export function SplitButton({
  children,
  onClick,
  menuLabel,
  menu,
  icon,
  variant = 'primary',
  busy,
  disabled,
  title,
}: SplitButtonProps) {
  return (
    <span className={styles.split} data-variant={variant}>
      <Button
        variant={variant}
        icon={icon}
        busy={busy}
        disabled={disabled}
        title={title}
        onClick={onClick}
        className={styles.main}
      >
        {children}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button variant={variant} className={styles.more}>
            <Icon name="down" size={14} />
            <VisuallyHidden>{menuLabel}</VisuallyHidden>
          </Button>
        }
      >
        {menu}
      </Menu>
    </span>
  );
}
