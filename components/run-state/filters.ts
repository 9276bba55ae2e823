import { STATUS_LOOKS } from '@/components/ui/status';
import type { RunFilter } from '@/lib/contracts/runs';
import { runStatus } from './status';

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

/** Word, colour and glyph of a status in filters. */
export function filterLook(filter: RunFilter) {
  const status = runStatus(filter);
  return { label: STATUS_LOOKS[status].word, status, icon: STATUS_LOOKS[status].icon };
}
