import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { WorkerList } from '@/components/workers/worker-list';

export const metadata: Metadata = { title: 'Workers' };

/** Every process that executes runs, and the queue. */
export default async function WorkersPage() {
  const now = new Date().toISOString();
  const app = await getApp();
  return (
    <AppShell top={<TopBar />}>
      <WorkerList first={await app.workers()} now={now} />
    </AppShell>
  );
}
