import type { outbox } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';

/** A message for Restate: a run to start, or a run that was sent its `count`th command. */
export interface OutboxEntry extends Pick<RowOf<typeof outbox>, 'id' | 'runId' | 'kind' | 'tries'> {
  /** Commands sent to the run so far; 0 for a start. */
  readonly count: number;
}

/** How long an entry is reserved for the process that sends it, in ms. */
export const SENDING_MS = 30_000;
