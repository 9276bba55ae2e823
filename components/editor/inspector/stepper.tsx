'use client';

import { Icon } from '@/components/ui/icon';
import styles from './stepper.module.css';

export interface StepperProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  onChange: (value: number) => void;
}

/** A small whole number, one more or one less. */
export function Stepper({ label, value, minimum, maximum, onChange }: StepperProps) {
  const to = (next: number) => {
    if (next >= minimum && next <= maximum) onChange(next);
  };
  return (
    <span className={styles.stepper}>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={value <= minimum}
        onClick={() => to(value - 1)}
      >
        <Icon name="minus" size={12} />
      </button>
      <span
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={minimum}
        aria-valuemax={maximum}
        className={styles.value}
        onKeyDown={(event) => {
          const by = stepOf(event.key);
          if (by === 0 && !/^[1-9]$/.test(event.key)) return;
          event.preventDefault();
          to(by === 0 ? Number(event.key) : value + by);
        }}
      >
        {value}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={value >= maximum}
        onClick={() => to(value + 1)}
      >
        <Icon name="plus" size={12} />
      </button>
    </span>
  );
}

function stepOf(key: string): number {
  if (key === 'ArrowUp' || key === 'ArrowRight') return 1;
  return key === 'ArrowDown' || key === 'ArrowLeft' ? -1 : 0;
}
