'use client';

import Link from 'next/link';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Shown when a page fails while it is made or used. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const reference = error.digest
    ? { label: 'Error id', text: error.digest }
    : { label: 'Error', text: `${error.name}: ${error.message}` };
  return (
    <FaultPage
      title="This page failed"
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
      Something on this page broke while it was being shown. Saved pipelines and running runs are not touched.
      Try again; if it fails the same way, look for this id in the server’s log.
    </FaultPage>
  );
}
