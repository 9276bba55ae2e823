import Link from 'next/link';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** Shown when no pipeline has this id. */
export default function PipelineNotFound() {
  return (
    <AppShell top={<TopBar crumbs={[{ label: 'Pipelines', href: '/pipelines' }, { label: 'Not found' }]} />}>
      <EmptyState
        icon="search"
        title="Pipeline not found"
        actions={
          <Button asChild>
            <Link href="/pipelines">All pipelines</Link>
          </Button>
        }
      >
        The pipeline may have been deleted, or the link may be incomplete.
      </EmptyState>
    </AppShell>
  );
}
