import type { Metadata } from 'next';
import { found, getApp } from '@/app/server';
import { HistoryPage } from '@/components/history/history-page';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';

export const metadata: Metadata = { title: 'History' };

/** The runs of one pipeline by steps, and what changed over time. */
export default async function PipelineHistoryPage({ params }: PageProps<'/pipelines/[id]/history'>) {
  const { id } = await params;
  const app = await getApp();
  const { name } = await found(app.pipelines.get({ id }));
  return (
    <AppShell
      top={
        <TopBar
          crumbs={[
            { label: 'Pipelines', href: '/pipelines' },
            { label: name, href: `/pipelines/${id}` },
            { label: 'History' },
          ]}
        />
      }
    >
      <HistoryPage pipelineId={id} pipelineName={name} />
    </AppShell>
  );
}
