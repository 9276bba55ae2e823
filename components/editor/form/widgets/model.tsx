'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { queryFor } from '@/client/queries';
import { Input } from '@/components/ui/input';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** The id of a model. Available models are suggested by name, and any text can be written. */
export function ModelWidget({ id, value, onChange, invalid, describedBy }: WidgetProps) {
  const listId = useId();
  const { data } = useQuery(queryFor(modelEndpoints.list, {}));
  const models = data?.models.filter(({ status }) => status === 'available') ?? [];
  return (
    <>
      <Input
        id={id}
        mono
        invalid={invalid}
        aria-describedby={describedBy}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        list={listId}
      />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
