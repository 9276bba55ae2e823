'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { FaultPage } from '@/components/shell/fault-page';
import { Button } from '@/components/ui/button';

/** Shown for an address that leads to nothing. */
export default function NotFoundPage() {
  const path = usePathname();
  return (
    <FaultPage
      title="There is nothing here"
      reference={{ label: 'Address', text: path }}
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
      No pipeline and no run has this address. It may have been deleted, or the address lost a part on its way
      here.
    </FaultPage>
  );
}
