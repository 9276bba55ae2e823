import type { ReactNode } from 'react';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';
import styles from './status.module.css';

/** Every state a run, a step or a value on the canvas can be shown in. */
export type Status =
  | 'pending'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'paused'
  | 'quarantined'
  | 'completed'
  | 'warning'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'pinned'
  | 'reused'
  | 'planned'
  | 'stale'
  | 'unknown';

/** Glyph and word of a state, besides its colour. */
export interface StatusLook {
  readonly icon: IconName;
  readonly word: string;
}

/** Glyph and word of every state; the colour comes from the attribute `data-status`. */
export const STATUS_LOOKS: Readonly<Record<Status, StatusLook>> = {
  pending: { icon: 'pending', word: 'Pending' },
  queued: { icon: 'pending', word: 'Queued' },
  running: { icon: 'running', word: 'Running' },
  waiting: { icon: 'waiting', word: 'Waiting' },
  retrying: { icon: 'retrying', word: 'Retrying' },
  paused: { icon: 'pause', word: 'Paused' },
  quarantined: { icon: 'shield', word: 'Quarantined' },
  completed: { icon: 'completed', word: 'Completed' },
  warning: { icon: 'warn', word: 'Completed with warnings' },
  failed: { icon: 'failed', word: 'Failed' },
  skipped: { icon: 'skipped', word: 'Skipped' },
  cancelled: { icon: 'cancelled', word: 'Cancelled' },
  pinned: { icon: 'lock', word: 'Pinned' },
  reused: { icon: 'link', word: 'Reused' },
  planned: { icon: 'play', word: 'Executes' },
  stale: { icon: 'warn', word: 'Stale' },
  unknown: { icon: 'info', word: 'Unknown' },
};

export interface StatusGlyphProps {
  status: Status;
  /** @default 14 */
  size?: 12 | 14 | 16;
  /** Whether the state's word is the accessible name; not needed beside the word. */
  labelled?: boolean;
  className?: string;
}

/** The glyph of a state in its colour. Use it with a word beside it, or with `labelled`. */
export function StatusGlyph({ status, size = 14, labelled, className }: StatusGlyphProps) {
  const look = STATUS_LOOKS[status];
  return (
    <span data-status={status} className={clsx(styles.glyph, className)}>
      <Icon name={look.icon} size={size} label={labelled ? look.word : undefined} />
    </span>
  );
}

export interface StatusBadgeProps {
  status: Status;
  /** Replaces the state's word: a reason, a time. */
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
