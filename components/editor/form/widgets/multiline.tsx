'use client';

import { Textarea } from '@/components/ui/textarea';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** Multi-line text. */
export function MultilineWidget({ id, value, onChange, invalid, describedBy }: WidgetProps) {
  const text = textOf(value);
  return (
    <Textarea
      id={id}
      rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
      invalid={invalid}
      aria-describedby={describedBy}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
