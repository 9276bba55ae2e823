'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useAlive } from '@/components/run-state/use-alive';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

/** Shown for an unknown URL. */
export default function NotFoundPage() {
  // The server renders this page for every unknown URL, so the path is known only in the browser.
  const path = usePathname();
  const isAlive = useAlive();
  return (
    <FaultPage
      title="Page not found"
      reference={{ label: 'URL', text: isAlive ? path : '' }}
      actions={
        <>
          <Button variant="primary" asChild>
            <Link href="/pipelines">Go to pipelines</Link>
          </Button>
          <Button asChild>
            <Link href="/runs">Go to runs</Link>
          </Button>
        </>
      }
    >
      No page has this URL. The pipeline or run may have been deleted, or the link may be incomplete.
    </FaultPage>
  );
}
