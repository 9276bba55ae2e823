'use client';

import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import { clsx } from './clsx';
import { Icon } from './icon';

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Text beside the box; without it an `aria-label` is required. */
  children?: ReactNode;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  disabled?: boolean;
  className?: string;
}

/** A boolean choice in a form. */
export function Checkbox({ checked, onCheckedChange, children, id, className, ...rest }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  return (
    <span className={clsx(styles.row, className)}>
      <Radix.Root
        {...rest}
        id={boxId}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className={styles.box}
      >
        <Radix.Indicator>
          <Icon name="check" size={12} />
        </Radix.Indicator>
      </Radix.Root>
      {children && (
        <label htmlFor={boxId} className={styles.label}>
          {children}
        </label>
      )}
    </span>
  );
}
