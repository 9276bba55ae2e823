import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import styles from './input.module.css';

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  /** 28, 32 or 40 px high. @default 'md' */
  size?: 'sm' | 'md' | 'lg';
  icon?: IconName;
  /** A subtle border, for search boxes. */
  soft?: boolean;
  invalid?: boolean;
  /** Monospaced, for ids and expressions. */
  mono?: boolean;
  /** Shown at the right inside the box: a unit, a key, a button. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. It needs an `aria-label` or a `Field`. `className` applies to the box. */
export function Input({ size = 'md', icon, soft, invalid, mono, trailing, className, ...rest }: InputProps) {
  return (
    <span
      className={clsx(
        styles.input,
        styles[size],
        soft && styles.soft,
        mono && styles.mono,
        invalid && styles.invalid,
        className,
      )}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} className={styles.icon} />}
      <input aria-invalid={invalid || undefined} {...rest} />
      {trailing}
    </span>
  );
}
