'use client';

import { Kbd } from '@/components/ui/kbd';
import styles from './canvas-hint.module.css';

export interface CanvasHintProps {
  readOnly: boolean;
}

/** One line with keyboard hints. */
export function CanvasHint({ readOnly }: CanvasHintProps) {
  return (
    <p className={styles.hint} aria-hidden>
      {!readOnly && (
        <>
          <span>
            <Kbd>A</Kbd> add step
          </span>
          <span>
            <Kbd>C</Kbd> connect
          </span>
        </>
      )}
      <span>
        <Kbd>?</Kbd> shortcuts
      </span>
    </p>
  );
}
