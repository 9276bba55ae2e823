import type { Ref, SelectHTMLAttributes } from 'react';
import { clsx } from './clsx';
import { Icon } from './icon';
import styles from './select.module.css';

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  /** 28 or 32 px high. @default 'md' */
  size?: 'sm' | 'md';
  invalid?: boolean;
  soft?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/**
 * One of a few known values: the browser's own list, which works with every keyboard and screen reader. Children are
 * `<option>`s.
 */
export function Select({ size = 'md', invalid, soft, className, children, ...rest }: SelectProps) {
  return (
    <span
      className={clsx(styles.select, size === 'sm' && styles.sm, soft && styles.soft, className)}
      data-invalid={invalid || undefined}
    >
      <select aria-invalid={invalid || undefined} {...rest}>
        {children}
      </select>
      <Icon name="down" size={14} className={styles.arrow} />
    </span>
  );
}
