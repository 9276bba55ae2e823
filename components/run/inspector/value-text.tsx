'use client';

import { useState } from 'react';
import { formatBytes } from '@/components/ui/format';
import type { Json } from '@/engine';
import { JsonTree } from '../json-tree/json-tree';
import { byteLength, SHOWN_TEXT } from '../json-tree/scalar';
import { TextDialog } from '../json-tree/text-dialog';
import styles from './inputs-section.module.css';

export interface ValueTextProps {
  value: Json;
  /** `url of deploy`. */
  label: string;
  /** What copied paths begin with. */
  base: string;
}

/** A resolved value: text and numbers in place, objects and lists as a tree, long text cut with a way to all of it. */
export function ValueText({ value, label, base }: ValueTextProps) {
  const [open, setOpen] = useState(false);
  const isCompound = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isCompound) return <JsonTree value={value} label={label} base={base} />;
  if (typeof value !== 'string') return <span className={styles.value}>{JSON.stringify(value)}</span>;
  const isCut = value.length > SHOWN_TEXT;
  return (
    <span className={styles.value}>
      {JSON.stringify(isCut ? `${value.slice(0, SHOWN_TEXT)}…` : value)}{' '}
      {(isCut || value.includes('\n')) && (
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          Open ({formatBytes(byteLength(value))})
        </button>
      )}
      {open && <TextDialog title={label} text={value} onClose={() => setOpen(false)} />}
    </span>
  );
}
