'use client';

import { useId, useState } from 'react';
import { Input } from '@/components/ui/input';
import styles from './step-place.module.css';

export interface PlaceFieldProps {
  /** `iteration`. */
  label: string;
  /** From 1. */
  value: number;
  total: number;
  onChange: (value: number) => void;
}

/** One of several, by its number. Arrow keys step through them; a number beyond the last one is not taken. */
export function PlaceField({ label, value, total, onChange }: PlaceFieldProps) {
  const id = useId();
  /** What is typed, until it is a number that exists. */
  const [typed, setTyped] = useState<string>();

  function take(text: string): void {
    const next = Number(text);
    const exists = Number.isInteger(next) && next >= 1 && next <= total;
    setTyped(exists ? undefined : text);
    if (exists) onChange(next);
  }

  return (
    <span className={styles.place}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        size="sm"
        type="number"
        className={styles.number}
        min={1}
        max={total}
        value={typed ?? value}
        aria-describedby={`${id}-total`}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <span id={`${id}-total`}>of {total}</span>
    </span>
  );
}
