'use client';

import { readTargets } from '@/engine';
import { StepPicker } from '../step-picker';
import type { WidgetProps } from '../widget-props';

/** Steps whose outputs are read, in order. */
export function StepsWidget({ id, label, value, onChange, invalid, describedBy }: WidgetProps) {
  return (
    <StepPicker
      id={id}
      label={label}
      chosen={readTargets(value)}
      onChange={onChange}
      direction="before"
      prompt="Add step…"
      invalid={invalid}
      describedBy={describedBy}
    />
  );
}
