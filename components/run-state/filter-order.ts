import type { RunFilter } from '@/lib/contracts/runs';

/** Statuses in filters: those that may need a person come first, short-lived ones last. */
export const FILTER_ORDER: readonly RunFilter[] = [
  'running',
  'waiting',
  'paused',
  'quarantined',
  'failed',
  'completed',
  'cancelled',
  'pending',
];
