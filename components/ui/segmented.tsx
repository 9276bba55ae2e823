'use client';

import { type ReactNode, useId } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import styles from './segmented.module.css';

/** One choice of a segmented control. */
export interface Segment<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

export interface SegmentedProps<V extends string> {
  /** Name of the group, for screen readers. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  segments: readonly Segment<V>[];
  /** 20 or 24 px segments. @default 'sm' */
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
}

/** One of a few short choices, all visible; a radio group for keyboard and screen readers. */
export function Segmented<V extends string>({
  label,
  value,
  onValueChange,
  segments,
  size = 'sm',
  disabled,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-disabled={disabled}
      className={clsx(styles.segmented, size === 'md' && styles.md, className)}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled || segment.disabled}
            onChange={() => onValueChange(segment.value)}
          />
          {segment.icon && <Icon name={segment.icon} size={12} />}
          {segment.label}
        </label>
      ))}
    </div>
  );
}
