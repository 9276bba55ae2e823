'use client';

import type { ButtonHTMLAttributes, Ref } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import styles from './icon-button.module.css';
import { Spinner } from './spinner';
import { Tooltip, type TooltipProps } from './tooltip';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName;
  /** What the button does: accessible name and tooltip. */
  label: string;
  /** Keys shown in the tooltip. */
  shortcut?: string;
  /** 28 or 24 px. @default 'md' */
  size?: 'md' | 'sm';
  iconSize?: 12 | 14 | 16 | 18;
  /** For a toggle button: `true` or `false`. */
  pressed?: boolean;
  busy?: boolean;
  tooltipSide?: TooltipProps['side'];
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon; its name is in the tooltip. */
export function IconButton({
  icon,
  label,
  shortcut,
  size = 'md',
  iconSize = 16,
  pressed,
  busy = false,
  tooltipSide,
  className,
  disabled,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        {...rest}
        disabled={disabled || busy}
        className={clsx(styles.button, size === 'sm' && styles.sm, className)}
      >
        {busy ? <Spinner label={label} /> : <Icon name={icon} size={iconSize} />}
      </button>
    </Tooltip>
  );
}
