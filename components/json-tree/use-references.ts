'use client';

import { useSyncExternalStore } from 'react';
import { lastField, templateOf } from '@/components/pipeline-text/insert-target';
import { useCopy } from '@/components/ui/use-copy';

/** What a tree does with the expression of a line. */
export interface ReferenceUse {
  /** The text of the button: `insert into URL`. */
  readonly action: string;
  use(reference: string): void;
}

/** Inserts references into the field that had the focus last, or copies them while no form is open. */
export function useReferences(isReference: boolean): ReferenceUse | undefined {
  const copy = useCopy();
  const field = useSyncExternalStore(lastField.subscribe, lastField.get, lastField.get);
  if (!isReference) return undefined;
  if (field !== undefined) return { action: `insert into ${field.label}`, use: field.insert };
  return {
    action: 'copy as expression',
    use: (reference) => copy(templateOf(reference), 'the expression'),
  };
}
