'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { mainType } from '../fields';
import type { WidgetProps } from '../widget-props';
import { numberFromText, standsFor } from './number-text';
import { textOf } from './text-of';

/** A number. What is typed stays, also while it is none. */
export function NumberWidget({ id, schema, value, onChange, invalid, describedBy }: WidgetProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && standsFor(typed, value) ? typed : textOf(value);
  const step = (by: number) => {
    const from = typeof value === 'number' ? value : Number(schema.default ?? schema.minimum ?? 0);
    const next = clamp(from + by, schema.minimum, schema.maximum);
    setTyped(undefined);
    onChange(Number(next.toFixed(10)));
  };
  return (
    <Input
      id={id}
      inputMode={mainType(schema) === 'integer' ? 'numeric' : 'decimal'}
      role="spinbutton"
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuemin={schema.minimum}
      aria-valuemax={schema.maximum}
      autoComplete="off"
      invalid={invalid}
      aria-describedby={describedBy}
      value={text}
      placeholder={schema.default === undefined ? undefined : `${textOf(schema.default)} unless given`}
      trailing={schema.unit === undefined ? undefined : <span>{schema.unit}</span>}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberFromText(event.target.value));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
      }}
    />
  );
}

function clamp(
  value: number,
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
): number {
  return Math.min(maximum, Math.max(minimum, value));
}
