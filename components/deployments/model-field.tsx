'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { CLOUD_SOURCE } from '@/engine/cloud-models';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { Combobox } from '../ui/combobox';
import { Field } from '../ui/field';
import { formatBytes } from '../ui/format';

export interface ModelFieldProps {
  /** Id of the chosen model; empty for none. */
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** The verified models of the installation. */
export function ModelField({ value, error, onChange }: ModelFieldProps) {
  const { data } = useQuery(queryFor(modelEndpoints.list, {}));
  const models =
    data?.models.filter(({ status, source }) => status === 'available' && source !== CLOUD_SOURCE) ?? [];
  const options = models.map(({ id, name, size_bytes: size }) => ({
    ...{ value: id, label: name },
    ...(size === null ? {} : { detail: formatBytes(size) }),
  }));
  const hint = data && models.length === 0 ? 'No verified model yet. Add one on the Models page.' : undefined;
  return (
    <Field label="Model" required error={error} hint={hint}>
      {(control) => (
        <Combobox
          {...control}
          listLabel="Models"
          placeholder="Choose a model"
          value={value}
          onValueChange={onChange}
          options={options}
        />
      )}
    </Field>
  );
}
