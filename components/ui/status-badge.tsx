import type { ReactNode } from 'react';
import { clsx } from './clsx';
import { STATUS_LOOKS, type Status } from './status';
import styles from './status.module.css';
import { StatusGlyph } from './status-glyph';

export interface StatusBadgeProps {
  status: Status;
  /** In place of the state's own word: a reason, a time. */
  children?: ReactNode;
  /** Glyph and word without the pill: for states that need no attention. */
  quiet?: boolean;
  className?: string;
}

/** A state as glyph, colour and word. */
export function StatusBadge({ status, children, quiet, className }: StatusBadgeProps) {
  return (
    <span data-status={status} className={clsx(quiet ? styles.quiet : styles.badge, className)}>
      <StatusGlyph status={status} size={quiet ? 14 : 12} />
      {children ?? STATUS_LOOKS[status].word}
    </span>
  );
}
