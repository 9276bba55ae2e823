'use client';

import { Switch as Radix } from 'radix-ui';
import { clsx } from './clsx';
import styles from './switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  disabled?: boolean;
  className?: string;
}

/** A switch that applies immediately. */
export function Switch({ className, ...rest }: SwitchProps) {
  return (
    <Radix.Root {...rest} className={clsx(styles.switch, className)}>
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
