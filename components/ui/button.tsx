'use client';

import { Slot } from 'radix-ui';
import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import { Spinner } from './spinner';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button for a view. @default 'default' */
  variant?: 'default' | 'primary' | 'quiet';
  /** 24, 28 or 40 px high. @default 'md' */
  size?: 'sm' | 'md' | 'lg';
  icon?: IconName;
  /** Shows a spinner instead of the icon and ignores clicks. */
  busy?: boolean;
  /** Renders the only child (a link) with the look of a button. */
  asChild?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button, or with `asChild` a link that looks like one. */
export function Button({
  variant = 'default',
  size = 'md',
  icon,
  busy = false,
  asChild = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const Root = asChild ? Slot.Root : 'button';
  const own = asChild ? {} : { type: 'button' as const, disabled: disabled || busy };
  const iconSize = size === 'lg' ? 16 : 14;
  return (
    <Root
      {...own}
      {...rest}
      aria-busy={busy || undefined}
      className={clsx(styles.button, styles[variant], styles[size], className)}
    >
      {busy && <Spinner size={iconSize === 16 ? 16 : 14} className={styles.icon} />}
      {!busy && icon && <Icon name={icon} size={iconSize} className={styles.icon} />}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Root>
  );
}
