import { useCallback } from 'react';
import { unitStatus } from '@/components/run-state/status';
import { useRunContact, useRunLens, useRunState } from '@/components/run-state/use-run';
import type { Status } from '@/components/ui/status';
import type { RunState } from '@/engine';

/** From the status that most needs a person to the one that needs none. */
const BY_CONCERN: readonly Status[] = [
  'failed',
  'quarantined',
  'unknown',
  'warning',
  'retrying',
  'paused',
  'waiting',
  'running',
  'stale',
  'cancelled',
  'pending',
  'completed',
  'pinned',
  'skipped',
];

/** The status of several steps that most needs a person; undefined for none. */
export function worstStatus(statuses: readonly Status[]): Status | undefined {
  return BY_CONCERN.find((status) => statuses.includes(status));
}

/** The status of steps of the shown run that most needs a person; undefined without a run. */
export function useWorstStatus(ids: readonly string[]): Status | undefined {
  const contact = useRunContact().state;
  const { active } = useRunLens();
  const key = ids.join(' ');
  const select = useCallback(
    ({ steps }: RunState) => worstStatus(key.split(' ').map((id) => unitStatus(steps.get(id), contact))),
    [key, contact],
  );
  const status = useRunState(select);
  return active && key !== '' ? (status ?? 'pending') : undefined;
}
