'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import type { Json, JsonSchema } from '@/engine';
import { mainType } from '../fields';
import { numberFromText, textOf } from '../text';
import type { WidgetProps } from '../widget-props';

export interface NumberWidgetProps extends WidgetProps {
  /** Parses typed text: a number, undefined, or the text itself. @default plain numbers only */
  read?: (text: string) => Json | undefined;
  /** The value as text, for screen readers. */
  spoken?: string;
}

/** A number. Typed text stays while it is not a number. */
export function NumberWidget(props: NumberWidgetProps) {
  const { id, schema, value, onChange, invalid, describedBy, read = numberFromText, spoken } = props;
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && read(typed) === value ? typed : textOf(value);
  const step = (by: number) => {
    const from = typeof value === 'number' ? value : Number(schema.default ?? schema.minimum ?? 0);
    const next = clamp(from + by, schema.minimum, schema.maximum);
    setTyped(undefined);
    onChange(Number(next.toFixed(10)));
  };
  return (
    <Input
      id={id}
      inputMode={inputMode(schema, read === numberFromText)}
      role="spinbutton"
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuetext={spoken}
      aria-valuemin={schema.minimum}
      aria-valuemax={schema.maximum}
      autoComplete="off"
      invalid={invalid}
      aria-describedby={describedBy}
      value={text}
      placeholder={schema.default === undefined ? undefined : `Default: ${textOf(schema.default)}`}
      trailing={schema.unit === undefined ? undefined : <span>{schema.unit}</span>}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(read(event.target.value));
      }}
      // Text in another spelling is replaced by the number.
      onBlur={() => typeof value === 'number' && setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
      }}
    />
  );
}

function inputMode(schema: JsonSchema, isPlain: boolean): 'numeric' | 'decimal' | 'text' {
  if (!isPlain) return 'text';
  return mainType(schema) === 'integer' ? 'numeric' : 'decimal';
}

function clamp(
  value: number,
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
): number {
  return Math.min(maximum, Math.max(minimum, value));
}
