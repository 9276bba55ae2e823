'use client';

import type { Ref } from 'react';
import styles from './filter-box.module.css';
import { IconButton } from './icon-button';
import { Input } from './input';
import { Kbd } from './kbd';

export interface FilterBoxProps {
  /** Accessible name: `Filter pipelines`. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Called by its button and by Escape. @default empties the value */
  onClear?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** Filters a list by text. The page focuses it with `/`, which it shows while it is empty. */
export function FilterBox({
  label,
  value,
  onValueChange,
  onClear = () => onValueChange(''),
  ref,
}: FilterBoxProps) {
  return (
    <Input
      ref={ref}
      type="search"
      size="sm"
      soft
      icon="search"
      placeholder="Filter"
      aria-label={label}
      className={styles.box}
      value={value}
      trailing={
        value === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <IconButton icon="x" iconSize={14} size="sm" label="Clear filter" onClick={onClear} />
        )
      }
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClear();
      }}
    />
  );
}
