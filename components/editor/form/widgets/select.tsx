'use client';

import { Select } from '@/components/ui/select';
import type { Json } from '@/engine';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** One of the values of a parameter. Another accepted spelling or an unknown value stays until a value is chosen. */
export function SelectWidget({ id, schema, value, onChange, invalid, describedBy }: WidgetProps) {
  const options = schema.enum ?? [];
  const canonical = typeof value === 'string' ? (schema.synonyms?.[value] ?? value) : value;
  const chosen = canonical === undefined ? -1 : options.indexOf(canonical);
  const label = (option: Json) => schema.labels?.[textOf(option)] ?? textOf(option);
  const isOther = value !== undefined && chosen < 0;
  return (
    <Select
      id={id}
      invalid={invalid}
      aria-describedby={describedBy}
      value={isOther ? 'other' : String(chosen)}
      onChange={(event) => {
        const option = options[Number(event.target.value)];
        if (event.target.value === '-1') onChange(undefined);
        else if (option !== undefined) onChange(option);
      }}
    >
      {(value === undefined || schema.default !== undefined) && (
        <option value="-1">
          {schema.default === undefined ? 'Choose…' : `${label(schema.default)} (default)`}
        </option>
      )}
      {isOther && <option value="other">{textOf(value)} (unknown)</option>}
      {options.map((option, index) => (
        <option key={textOf(option)} value={index}>
          {label(option)}
          {index === chosen && value !== option ? ` (also accepted as ${textOf(value)})` : ''}
        </option>
      ))}
    </Select>
  );
}
