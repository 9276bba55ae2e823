'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

export interface RunMissingProps {
  runId: string;
}

/** The page of a run that does not exist. Whether it was deleted, and by which rule, is unknown here. */
export function RunMissing({ runId }: RunMissingProps) {
  const { error } = useQuery({
    ...queryFor(runEndpoints.get, { id: runId }),
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
