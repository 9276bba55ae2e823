import type { ReactNode } from 'react';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

export interface NumberFieldProps {
  label: string;
  /** The text of the field. */
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  required?: boolean;
  hint?: ReactNode;
  /** Shown behind the number. */
  unit?: string;
  placeholder?: string;
}

/** A field for a number. It keeps the typed text, so that an invalid number can be corrected. */
export function NumberField({
  label,
  value,
  onChange,
  error,
  required,
  hint,
  unit,
  placeholder,
}: NumberFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} {...(required ? { required } : {})}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          placeholder={placeholder}
          value={value}
          trailing={unit}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
