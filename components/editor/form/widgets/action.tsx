'use client';

import { Select } from '@/components/ui/select';
import { CATEGORIES } from '@/engine';
import { CATEGORY_TITLES } from '@/lib/docs/categories';
import { useDescriptors } from '../../use-editor';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';

/** An action type from the catalogue. An alias or unknown type stays until another is chosen. */
export function ActionWidget({ id, value, onChange, invalid, describedBy }: WidgetProps) {
  const descriptors = useDescriptors();
  const written = textOf(value);
  const descriptor = descriptors.find(written);
  return (
    <Select
      id={id}
      invalid={invalid}
      aria-describedby={describedBy}
      value={written}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">Choose an action…</option>
      {written !== '' && descriptor?.type !== written && (
        <option value={written}>
          {descriptor === undefined
            ? `${written} (unknown)`
            : `${descriptor.title} (also accepted as ${written})`}
        </option>
      )}
      {CATEGORIES.map((category) => (
        <optgroup key={category} label={CATEGORY_TITLES[category]}>
          {descriptors.all
            .filter((candidate) => candidate.category === category)
            .map((candidate) => (
              <option key={candidate.type} value={candidate.type}>
                {candidate.title}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
