'use client';

import { useQuery } from '@tanstack/react-query';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { useRunState } from '@/components/run-state/use-run';
import { fetchRunFiles, runKeys } from '../queries';

/** How often to look for new files while the run is under way, in ms. */
const LOOK_AGAIN_MS = 5000;

/** The files of the run that is looked at, as the server lists them. */
export function useRunFiles() {
  const { runId } = useLens();
  const status = useRunState((run) => run.status);
  const isUnderWay = status !== undefined && isOpen(status);
  return useQuery({
    // The last files of a run come with its end.
    queryKey: [...runKeys.files(runId), isUnderWay],
    queryFn: ({ signal }) => fetchRunFiles(runId, signal),
    refetchOnMount: 'always',
    refetchInterval: isUnderWay ? LOOK_AGAIN_MS : false,
  });
}
