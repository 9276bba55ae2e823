'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { useHasBegun, useRunState } from '@/components/run-state/use-run';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** The first thousand files of the shown run; its events refresh them, see `FileRefresh`. */
export function useRunFiles() {
  const { runId } = useLens();
  const status = useRunState((run) => run.status);
  const isUnderWay = status !== undefined && isOpen(status);
  const { queryKey, queryFn } = queryFor(runEndpoints.files, { runId, limit: 1000 });
  return useQuery({
    // A run may create files just before its end, so they are read again then.
    queryKey: [...queryKey, isUnderWay],
    queryFn,
    enabled: useHasBegun(),
    refetchOnMount: 'always',
  });
}
