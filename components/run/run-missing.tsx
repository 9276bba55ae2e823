'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';
import { fetchRun, runKeys } from './queries';

export interface RunMissingProps {
  runId: string;
}

/** Stands where a run would be that is not there. Only the server knows whether it was deleted, and by which rule. */
export function RunMissing({ runId }: RunMissingProps) {
  const { error } = useQuery({
    queryKey: runKeys.detail(runId),
    queryFn: ({ signal }) => fetchRun(runId, signal),
    retry: false,
  });
  return (
    <FaultPage
      title="Run not found"
      reference={{ label: 'Run', text: runId }}
      actions={
        <>
          <Button variant="primary" asChild>
            <Link href="/runs">Go to runs</Link>
          </Button>
          <Button asChild>
            <Link href="/pipelines">Go to pipelines</Link>
          </Button>
        </>
      }
    >
      {error?.message ?? 'The run may have been deleted, or the link may be incomplete.'}
    </FaultPage>
  );
}
