'use client';

import Link from 'next/link';
import { useParams } from 'next/navigation';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

/** Shown when the deployment does not exist. */
export default function DeploymentNotFoundPage() {
  const { name } = useParams<{ name: string }>();
  return (
    <FaultPage
      title="Deployment not found"
      reference={{ label: 'Deployment', text: decodeURIComponent(name) }}
      actions={
        <>
          <Button variant="primary" asChild>
            <Link href="/deployments">Go to deployments</Link>
          </Button>
          <Button asChild>
            <Link href="/runs">Go to runs</Link>
          </Button>
        </>
      }
    >
      The deployment may have been deleted, or the link may be incomplete.
    </FaultPage>
  );
}
