'use client';

import { Textarea } from '@/components/ui/textarea';
import type { WidgetProps } from '../widget-props';
import { textOf } from './text-of';

/** Source text, monospaced. */
export function CodeWidget({ id, value, onChange, invalid, describedBy }: WidgetProps) {
  const text = textOf(value);
  return (
    <Textarea
      id={id}
      mono
      rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      invalid={invalid}
      aria-describedby={describedBy}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
