'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

/** Shown for an unknown URL. */
export default function NotFoundPage() {
  const path = usePathname();
  return (
    <FaultPage
      title="Page not found"
      reference={{ label: 'URL', text: path }}
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
