'use client';

import { Input } from '@/components/ui/input';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** An http or https address. */
export function UrlWidget({ id, value, onChange, invalid, describedBy }: WidgetProps) {
  return (
    <Input
      id={id}
      mono
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      invalid={invalid}
      aria-describedby={describedBy}
      value={textOf(value)}
      placeholder="https://"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
