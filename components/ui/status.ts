import type { IconName } from './icon';

/** Every state a run, a step or a value on the canvas can be shown in. */
export type Status =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'paused'
  | 'quarantined'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'pinned'
  | 'stale'
  | 'unknown';

/** What stands beside the colour of a state: its glyph and its word. */
export interface StatusLook {
  readonly icon: IconName;
  readonly word: string;
}

/** Glyph and word of every state; the colour comes from the attribute `data-status`. */
export const STATUS_LOOKS: Readonly<Record<Status, StatusLook>> = {
  pending: { icon: 'pending', word: 'Pending' },
  running: { icon: 'running', word: 'Running' },
  waiting: { icon: 'waiting', word: 'Waiting' },
  retrying: { icon: 'retrying', word: 'Retrying' },
  paused: { icon: 'pause', word: 'Paused' },
  quarantined: { icon: 'shield', word: 'Quarantined' },
  completed: { icon: 'completed', word: 'Completed' },
  failed: { icon: 'failed', word: 'Failed' },
  skipped: { icon: 'skipped', word: 'Skipped' },
  cancelled: { icon: 'cancelled', word: 'Cancelled' },
  pinned: { icon: 'lock', word: 'Pinned' },
  stale: { icon: 'warn', word: 'Stale' },
  unknown: { icon: 'info', word: 'Unknown' },
};
