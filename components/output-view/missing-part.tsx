'use client';

import { use } from 'react';
import { resolvePointer } from '@/components/json-tree/pointer';
import { ValueLinksContext } from '@/components/json-tree/value-links';
import { Notice } from '@/components/ui/notice';
import type { Json } from '@/engine';

export interface MissingPartProps {
  value: Json;
  /** `Output of deploy`. */
  label: string;
}

/** Says that the value does not have the part that the address names. */
export function MissingPart({ value, label }: MissingPartProps) {
  const pointer = use(ValueLinksContext)?.pointer;
  if (pointer === undefined || resolvePointer(value, pointer) !== undefined) return null;
  return <Notice status="stale" icon="link" title={`${label} has no ${pointer}.`} alert />;
}
