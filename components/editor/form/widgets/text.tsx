'use client';

import { useId } from 'react';
import { Input } from '@/components/ui/input';
import { takesSeveral } from '../offers';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';
import { Offers } from './offers';

/** One line of text, with suggestions where the schema has known values. */
export function TextWidget({ id, label, schema, value, onChange, invalid, describedBy }: WidgetProps) {
  const listId = useId();
  const offers = schema.suggestions ?? [];
  return (
    <>
      <Input
        id={id}
        invalid={invalid}
        aria-describedby={describedBy}
        value={textOf(value)}
        placeholder={textOf(schema.default)}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        list={offers.length > 0 ? listId : undefined}
      />
      {offers.length > 0 && (
        <datalist id={listId}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      {takesSeveral(schema) && <Offers {...{ label, schema, value, onChange }} />}
    </>
  );
}
