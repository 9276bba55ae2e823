'use client';

import { useId } from 'react';
import styles from './filter-pills.module.css';
import { Icon, type IconName } from './icon';
import type { Status } from './status';

/** One choice of `FilterPills`. */
export interface FilterPill<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: IconName;
  /** Colours the icon. */
  readonly status?: Status;
  /** Number of entries; empty while unknown. */
  readonly count: string | number;
}

export interface FilterPillsProps<V extends string> {
  /** Name of the group, for screen readers. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  pills: readonly FilterPill<V>[];
}

/** Filters a list by one of a few kinds, each with its count; a radio group for keyboard and screen readers. */
export function FilterPills<V extends string>({ label, value, onValueChange, pills }: FilterPillsProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.pills}>
      <legend className={styles.legend}>{label}</legend>
      {pills.map((pill) => (
        <label key={pill.value} className={styles.pill} data-status={pill.status}>
          <input
            type="radio"
            name={name}
            value={pill.value}
            checked={pill.value === value}
            onChange={() => onValueChange(pill.value)}
          />
          {pill.icon && <Icon name={pill.icon} size={14} />}
          {pill.label}
          <span className={styles.count}>{pill.count}</span>
        </label>
      ))}
    </fieldset>
  );
}
