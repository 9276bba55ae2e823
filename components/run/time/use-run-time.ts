'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '@/client/queries';
import { useOptionalLens } from '@/components/run-state/run-context';
import { useLatestRun } from '@/components/run-state/use-run';
import type { RunState } from '@/engine';
import { runTimeEndpoints } from '@/lib/contracts/endpoints/run-time';
import type { RunTimeRecord } from '@/lib/contracts/run-time';

/** Interval between two readings of an active run, in ms: the estimate changes slowly. */
const EVERY_MS = 10_000;

/** Where the time of the shown run went; undefined until it is read, and when it cannot be read. */
export function useRunTime(): RunTimeRecord | undefined {
  const lens = useOptionalLens();
  const finishedAt = useLatestRun(endOf);
  const isKnown = finishedAt !== undefined && lens?.missing === undefined;
  const { data, refetch } = useQuery({
    ...queryFor(runTimeEndpoints.time, { id: lens?.runId ?? '' }),
    enabled: isKnown,
    staleTime: EVERY_MS,
    refetchInterval: finishedAt === '' ? EVERY_MS : false,
  });
  const isOutdated = finishedAt !== undefined && finishedAt !== '' && isActive(data);
  // The times of a run that has just ended are final.
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  return data;
}

function isActive(data: RunTimeRecord | undefined): boolean {
  return data !== undefined && !ENDED.has(data.status);
}

const ENDED: ReadonlySet<RunTimeRecord['status']> = new Set<RunTimeRecord['status']>([
  'completed',
  'failed',
  'cancelled',
]);

/** The end of the run; empty while it is active. */
function endOf({ finishedAt }: RunState): string {
  return finishedAt ?? '';
}
