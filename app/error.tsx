'use client';

import Link from 'next/link';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Shown when a page fails while it is rendered or used. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const reference = error.digest
    ? { label: 'Error ID', text: error.digest }
    : { label: 'Error', text: `${error.name}: ${error.message}` };
  return (
    <FaultPage
      title="Page failed to load"
      reference={reference}
      actions={
        <>
          <Button variant="primary" icon="redo" onClick={reset}>
            Try again
          </Button>
          <Button asChild>
            <Link href="/pipelines">Go to pipelines</Link>
          </Button>
        </>
      }
    >
      An unexpected error occurred. Saved pipelines and active runs are not affected. Try again.
      {error.digest && ' If the error persists, search for this ID in the server log.'}
    </FaultPage>
  );
}
