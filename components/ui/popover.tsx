'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { clsx } from './clsx';
import styles from './popover.module.css';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Name of the box for screen readers. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** @default 'start' */
  align?: 'start' | 'center' | 'end';
  /** @default 'bottom' */
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
}

/** A box beside a button, with any content. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(styles.popover, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
