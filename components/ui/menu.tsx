'use client';

import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** `MenuItem`, `MenuRadio`, `MenuHeading` and `MenuSeparator`. */
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** @default 'start' */
  align?: 'start' | 'center' | 'end';
  /** @default 'bottom' */
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A list of commands behind a button. */
export function Menu({ trigger, children, open, onOpenChange, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={styles.menu}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
