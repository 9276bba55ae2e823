import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { LastScreen } from '@/app/last-screen';
import { getApp } from '@/app/server';
import { RunPage as RunDeskPage } from '@/components/desk/run-page';
import { runTitle } from '@/components/run-state/run-title';
import { catalogue } from '@/engine/actions';
import type { RunDetail } from '@/lib/contracts/runs';
import { isServiceError } from '@/lib/server';
import { runActions } from '../run-actions';

/** The title and the page read the same run once. */
const loadRun = cache(async (id: string): Promise<RunDetail> => {
  const app = await getApp();
  try {
    return await app.runs.get({ id });
  } catch (error) {
    if (isServiceError(error) && error.code === 'not_found') notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps<'/runs/[id]'>): Promise<Metadata> {
  const { id } = await params;
  const run = await loadRun(id);
  return { title: runTitle(run) };
}

/** One run. */
export default async function RunPage({ params }: PageProps<'/runs/[id]'>) {
  const { id } = await params;
  const app = await getApp();
  const [detail, endedSteps] = await Promise.all([loadRun(id), app.runs.endedSteps({ id })]);
  return (
    <LastScreen>
      <RunDeskPage
        key={detail.id}
        detail={detail}
        endedSteps={endedSteps}
        descriptors={catalogue.descriptors.all}
        actions={runActions}
      />
    </LastScreen>
  );
}
