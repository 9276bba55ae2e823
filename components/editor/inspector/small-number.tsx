'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import type { Json } from '@/engine';
import { numberFromText, standsFor } from '../form/text';
import styles from './inspector.module.css';

export interface SmallNumberProps {
  label: string;
  value: unknown;
  onChange: (value: Json | undefined) => void;
  placeholder?: string;
  unit?: string;
}

/** A number within a line of text. Typed text stays while it is not a number. */
export function SmallNumber({ label, value, onChange, placeholder, unit }: SmallNumberProps) {
  const [typed, setTyped] = useState<string>();
  const written = value === undefined ? '' : String(value);
  const stands =
    typed !== undefined &&
    standsFor(typed, typeof value === 'number' || typeof value === 'string' ? value : undefined);
  return (
    <span className={styles.small}>
      <Input
        size="sm"
        inputMode="decimal"
        aria-label={label}
        value={stands ? typed : written}
        placeholder={placeholder}
        trailing={unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(numberFromText(event.target.value));
        }}
      />
    </span>
  );
}
