'use client';

import { useState } from 'react';
import { clsx } from '@/components/ui/clsx';
import styles from './json-tree.module.css';
import { TextDialog } from './text-dialog';

/** Characters that are drawn at once; copying and downloading always take all of them. */
const SHOWN_RAW = 200_000;

export interface RawTextProps {
  text: string;
  /** `Output of deploy`. */
  label: string;
  className?: string | undefined;
}

/** A text as written; the whole of a long one opens in a dialog. */
export function RawText({ text, label, className }: RawTextProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable with the keyboard. */}
      <pre className={clsx(styles.raw, className)} tabIndex={0}>
        {text.slice(0, SHOWN_RAW)}
      </pre>
      {text.length > SHOWN_RAW && (
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          Truncated. Open the full value
        </button>
      )}
      {open && <TextDialog title={label} text={text} onClose={() => setOpen(false)} />}
    </>
  );
}
