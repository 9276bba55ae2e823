'use client';

import { readTargets } from '@/engine';
import { StepPicker } from '../step-picker';
import type { WidgetProps } from '../widget-props';

/** The target steps of a branch: one is a plain id, several are a list. */
export function StepWidget({ id, label, value, onChange, invalid, describedBy }: WidgetProps) {
  const chosen = readTargets(value);
  const write = (ids: string[]) => {
    const [only] = ids;
    if (only === undefined) onChange(undefined);
    else onChange(ids.length === 1 && !Array.isArray(value) ? only : ids);
  };
  return (
    <StepPicker
      id={id}
      label={label}
      chosen={chosen}
      onChange={write}
      direction="after"
      prompt={chosen.length === 0 ? 'Select a step…' : 'Add step…'}
      invalid={invalid}
      describedBy={describedBy}
    />
  );
}
